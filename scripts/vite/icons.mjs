/**
 * Leaves out of the icons what the console does not need: keys, which React only uses for lists that change, and class
 * names of former names. They are random letters, so that they hardly compress.
 *
 * Imports each icon from its own file: every page needs the index of icons, so scripts/vite/chunks.mjs would assume that
 * every page needs all of them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const isIcon = /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/
const keyOrAliases = /,\s*(?:key: "\w*"|aliases: \[[^\]]*\])/g

/** @param {string} code @param {string} id path of the file */
export const withoutIconKeys = (code, id) => (isIcon.test(id) ? code.replaceAll(keyOrAliases, '') : code)

const isOurs = /^(?!.*\/node_modules\/).*\/src\/.*\.tsx?$/
const indexOfIcons = join(import.meta.dirname, '../../node_modules/lucide-react/dist/esm/lucide-react.mjs')
const importOfIcons = /^import \{([^}]*)\} from 'lucide-react'$/gm
const exportOfIcon = /^export \{(.*)\} from '\.\/icons\/([\w-]+)\.mjs';$/gm

/** The file of each icon, by every name of it. @returns {Map<string, string>} */
function iconFiles() {
  const rows = [...readFileSync(indexOfIcons, 'utf8').matchAll(exportOfIcon)]
  return new Map(
    rows.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => /** @type {[string, string]} */ ([name, file])),
    ),
  )
}

/** @type {Map<string, string> | null} */
let files = null

/**
 * One import for each icon. What is not an icon, as a type, is imported as before.
 * @param {string} code @param {string} id path of the file
 */
export function withIconFiles(code, id) {
  if (!isOurs.test(id)) return code
  return code.replaceAll(importOfIcons, (_, /** @type {string} */ list) => {
    files ??= iconFiles()
    const imports = []
    for (const one of list.split(',').map((text) => text.trim())) {
      if (one === '') continue
      const [name = '', local = name] = one.split(' as ')
      const file = files.get(name)
      if (file === undefined) imports.push(`import { ${one} } from 'lucide-react'`.replace('{ type', 'type {'))
      else imports.push(`import ${local} from 'lucide-react/icons/${file}'`)
    }
    return imports.join('; ')
  })
}

/** @returns {import('vite').Plugin} */
export const iconsPlugin = () => ({
  name: 'icons',
  apply: 'build',
  transform: {
    order: 'pre',
    handler(code, id) {
      const [path = id] = id.split('?')
      return { code: withIconFiles(withoutIconKeys(code, path), path), map: null }
    },
  },
})
