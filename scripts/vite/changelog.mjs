/** The newest version in CHANGELOG.md, for “What’s new” in the console. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} Release
 * @property {string} version "1.0.0 – 2026-11-25"
 * @property {string[]} highlights entries of the section “Highlights”
 * @property {{ title: string, entries: string[] }[]} sections the other sections
 */

const highlightsTitle = 'Highlights'

/** Sections that concern only those who work on the code. */
const internalTitles = new Set(['Tests and benchmarks'])

/**
 * The first version of a changelog. Entries keep the Markdown within their lines; text before the sections is omitted.
 * @param {string} text
 * @returns {Release}
 */
export function newestRelease(text) {
  const [, version = '', body = ''] = /^## (.+)\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? []
  /** @type {Release['sections']} */
  const sections = []
  for (const line of body.split('\n')) {
    const section = sections.at(-1)
    if (line.startsWith('### ')) sections.push({ title: line.slice(4).trim(), entries: [] })
    else if (section === undefined) continue
    else if (line.startsWith('- ')) section.entries.push(line.slice(2).trim())
    else if (line.trim() !== '') section.entries.push(`${section.entries.pop() ?? ''} ${line.trim()}`.trim())
  }
  return {
    version: version.trim(),
    highlights: sections.find(({ title }) => title === highlightsTitle)?.entries ?? [],
    sections: sections.filter(({ title }) => title !== highlightsTitle && !internalTitles.has(title)),
  }
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
