/**
 * Leaves out of the icons what the console does not need: keys, which React only uses for lists that change, and class
 * names of former names. They are random letters, so that they hardly compress.
 */

const isIcon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const keyOrAliases = /,\s*(?:key: "\w*"|aliases: \[[^\]]*\])/g

/** @param {string} code @param {string} id path of the file */
export const withoutIconKeys = (code, id) => (isIcon.test(id) ? code.replaceAll(keyOrAliases, '') : code)

/** @returns {import('vite').Plugin} */
export const iconsPlugin = () => ({
  name: 'icons',
  apply: 'build',
  transform: {
    order: 'pre',
    handler: (code, id) => ({ code: withoutIconKeys(code, id.split('?')[0] ?? id), map: null }),
  },
})
