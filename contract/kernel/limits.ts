/** Limits of request data, without zod: file readers use them in a worker that should stay small. */

/** Maximum bytes of an imported file. */
export const importLimit = 32 * 1024 * 1024
/**
 * Maximum number of nodes and of edges of a flow: two and three times what the canvas is measured with (50,000 and
 * 65,000).
 */
export const maxNodes = 100_000
export const maxEdges = 200_000
/**
 * Maximum number of tools, channels and secrets that a flow names: each is a database row, and every response contains
 * all of them.
 */
export const maxNamed = 5_000
/** Maximum bytes of a stored flow: its export, with everything a template adds, must fit into an import. */
export const maxFlowBytes = 30 * 1024 * 1024
/** Both databases store versions in 32 bits. */
export const maxVersion = 2 ** 31 - 1
/** Range of years in input: days and periods around them still have four-digit years in any zone. */
const firstYear = 1900
const lastYear = 9998
/** Checks a time that begins with its year: "2026-11-01T08:00:00Z". */
export const isGivenYear = (time: string): boolean => {
  const year = Number(time.slice(0, 4))
  return year >= firstYear && year <= lastYear
}
export const wrongYear = `Use a year from ${firstYear} to ${lastYear}.`
/** Longest name in code points, trimmed: it must fit into a table. */
export const maxName = 200
/** Longest free text (descriptions, notes), in UTF-16 units: about ten pages. */
export const maxText = 20_000
/** Longest tag or label. */
export const maxTag = 50
/** Maximum number of tags or labels of one object. */
export const maxTags = 20
