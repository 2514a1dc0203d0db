/** Leaves the summaries of endpoints out of the console: only the OpenAPI document shows them. */

/** A `summary` in a definition; `${…}` in it names constants, and nothing else. */
const summaryText = /\bsummary:(\s*)(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/g
/** Files with endpoints: the summary of a channel type is shown. */
const isEndpoints = /\/contract\/[\w-]+\.ts$/

/** @param {string} code @param {string} id path of the file */
export const withoutSummaries = (code, id) =>
  isEndpoints.test(id) ? code.replaceAll(summaryText, "summary:$1''") : code

/** @returns {import('vite').Plugin} */
export const summariesPlugin = () => ({
  name: 'summaries',
  apply: 'build',
  transform: {
    order: 'pre',
    handler: (code, id) => ({ code: withoutSummaries(code, id.split('?')[0] ?? id), map: null }),
  },
})
