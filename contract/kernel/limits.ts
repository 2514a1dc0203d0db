/** Limits of request data; without zod, because the worker that reads files imports them and should stay small. */

/** Maximum bytes of an imported file. */
export const importLimit = 32 * 1024 * 1024
/**
 * Maximum number of nodes and of edges of a flow: about two and three times those of the largest flow of the canvas
 * benchmark (50,000 nodes and 65,000 edges).
 */
export const maxNodes = 100_000
export const maxEdges = 200_000
/**
 * Maximum number of tools, channels and secrets that a flow names: each is a database row, and every response contains
 * all of them.
 */
export const maxNamed = 5_000
/** Maximum bytes of a stored flow: its export, which has more fields, must not exceed `importLimit`. */
export const maxFlowBytes = 30 * 1024 * 1024
/** Maximum version number: both databases store it in 32 bits. */
export const maxVersion = 2 ** 31 - 1
/** Range of years in input, so that days and periods around a time have four-digit years in any time zone. */
const firstYear = 1900
const lastYear = 9998
/** Whether the year at the beginning of a time ("2026-11-01T08:00:00Z") is in range. */
export const isAllowedYear = (time: string): boolean => {
  const year = Number(time.slice(0, 4))
  return year >= firstYear && year <= lastYear
}
export const yearMessage = `Use a year from ${firstYear} to ${lastYear}.`
/** Maximum length of a trimmed name, in code points: names are shown in table cells. */
export const maxName = 200
/** Longest free text (descriptions, notes), in UTF-16 units: about ten pages. */
export const maxText = 20_000
/** Longest tag or label. */
export const maxTag = 50
/** Maximum number of tags or labels of one object. */
export const maxTags = 20
