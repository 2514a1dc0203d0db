/** Limits of what is sent, without zod: the readers of files need them in a worker that should stay small. */

/** Bytes of an import: a larger file is not a flow that anybody reads. */
export const importLimit = 32 * 1024 * 1024
/** Nodes and edges of one flow: twice and three times what the canvas is measured with (50,000 and 65,000). */
export const maxNodes = 100_000
export const maxEdges = 200_000
/** Tools, channels and secrets that a flow names, all together: each is a row, and all of them are in each answer. */
export const maxNamed = 5_000
/** Bytes of a flow as it is stored: what is exported, with all that a template adds, has to fit into an import again. */
export const maxFlowBytes = 30 * 1024 * 1024
/** Versions are counted in 32 bits by both databases. */
export const maxVersion = 2 ** 31 - 1
/** Years of times that are given: a day or a period around them can still be written with four digits, in any zone. */
const firstYear = 1900
const lastYear = 9998
/** Of a time that begins with its year: "2026-11-01T08:00:00Z". */
export const isGivenYear = (time: string): boolean => {
  const year = Number(time.slice(0, 4))
  return year >= firstYear && year <= lastYear
}
export const wrongYear = `Use a year from ${firstYear} to ${lastYear}.`
/** Longest name of anything, in code points after trimming: it has to fit a table. */
export const maxName = 200
/** Longest free text (descriptions, notes), in UTF-16 units: some ten pages. */
export const maxText = 20_000
/** Longest tag or label. */
export const maxTag = 50
/** Tags or labels of one object: more cannot be read in a row. */
export const maxTags = 20
