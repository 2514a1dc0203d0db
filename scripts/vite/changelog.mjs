/** The entries of the newest version in CHANGELOG.md, for “What’s new” in the console. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Release
 * @property {string} version "1.0.0 – 2026-11-25"
 * @property {string} intro text before the sections; empty if there is none
 * @property {{ title: string, entries: string[] }[]} sections
 */

/**
 * The first version of a changelog. Entries keep the Markdown within their lines.
 * @param {string} text
 * @returns {Release}
 */
export function newestRelease(text) {
  const [, version = '', body = ''] = /^## (.+)\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? []
  /** @type {Release} */
  const release = { version: version.trim(), intro: '', sections: [] }
  for (const line of body.split('\n')) {
    const section = release.sections.at(-1)
    if (line.startsWith('### ')) release.sections.push({ title: line.slice(4).trim(), entries: [] })
    else if (section === undefined) release.intro = `${release.intro} ${line.trim()}`.trim()
    else if (line.startsWith('- ')) section.entries.push(line.slice(2).trim())
    else if (line.trim() !== '') section.entries.push(`${section.entries.pop() ?? ''} ${line.trim()}`.trim())
  }
  return release
}

const virtualId = 'virtual:newest-release'
const resolvedId = `\0${virtualId}`

/**
 * For Vite: `import('virtual:newest-release')` gives the release, in a separate chunk.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export const changelogPlugin = (root) => ({
  name: 'changelog',
  resolveId: (id) => (id === virtualId ? resolvedId : undefined),
  load: (id) =>
    id === resolvedId
      ? `export const release = ${JSON.stringify(newestRelease(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')))}`
      : undefined,
})
