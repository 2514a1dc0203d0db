/** Limits of what is sent, without zod: the readers of files need them in a worker that should stay small. */

/** Bytes of an import: a larger file is not a flow that anybody reads. */
export const importLimit = 32 * 1024 * 1024
/** Longest name of anything, in code points after trimming: it has to fit a table. */
export const maxName = 200
/** Longest free text (descriptions, notes), in UTF-16 units: some ten pages. */
export const maxText = 20_000
/** Longest tag or label. */
export const maxTag = 50
/** Tags or labels of one object: more cannot be read in a row. */
export const maxTags = 20
