/** The licences of the product's dependencies, read from the installed packages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * @typedef {object} Licence
 * @property {string} name
 * @property {string} version
 * @property {string} licence SPDX identifier of the package; "not stated" if it has none
 * @property {string} text of the licence file in the package; empty if there is none
 */

/** @param {string} file @returns {Record<string, any>} */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * The folder of a package as Node resolves it from another one: beside it, or further up.
 * @param {string} from folder of the package that needs it
 * @param {string} name
 */
function folderOf(from, name) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', ...name.split('/'))
    if (!at.endsWith(`${sep}node_modules`) && existsSync(join(folder, 'package.json'))) return folder
    if (dirname(at) === at) return undefined
  }
}

/** @param {Record<string, any>} about a package.json */
function wordOf({ license, licenses }) {
  if (typeof license === 'string') return license
  if (typeof license?.type === 'string') return license.type
  if (Array.isArray(licenses)) return licenses.map((each) => each.type ?? each).join(' OR ')
  return 'not stated'
}

/** @param {string} folder */
function textOf(folder) {
  const file = readdirSync(folder)
    .toSorted()
    .find((name) => /^(?:licen[cs]e|copying)(?:[.-](?:md|txt|mit))?$/i.test(name))
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
}

/**
 * Every package of the product: the "dependencies" of package.json, and their dependencies.
 * @param {string} root folder of package.json and node_modules
 * @returns {Licence[]} by name
 */
export function licencesOf(root) {
  /** @type {Map<string, Licence>} */
  const found = new Map()
  /** @type {string[]} */
  const pending = [root]
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    const about = readJson(join(folder, 'package.json'))
    for (const name of Object.keys(about.dependencies ?? {})) {
      const packageFolder = folderOf(folder, name)
      if (packageFolder === undefined)
        throw new Error(`${name} is required by ${about.name ?? folder} but not installed.`)
      if (found.has(packageFolder)) continue
      const itself = readJson(join(packageFolder, 'package.json'))
      found.set(packageFolder, { name, version: itself.version, licence: wordOf(itself), text: textOf(packageFolder) })
      pending.push(packageFolder)
    }
  }
  // A version that is installed in two places is listed once.
  const once = new Map([...found.values()].map((each) => [`${each.name}@${each.version}`, each]))
  return [...once.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version))
}

const virtualId = 'virtual:licences'
const resolvedId = `\0${virtualId}`

/**
 * For Vite: `import('virtual:licences')` gives the list, in a separate chunk.
 * @param {string} root
 * @returns {import('vite').Plugin}
 */
export const licencesPlugin = (root) => ({
  name: 'licences',
  resolveId: (id) => (id === virtualId ? resolvedId : undefined),
  load: (id) => (id === resolvedId ? `export const licences = ${JSON.stringify(licencesOf(root))}` : undefined),
})
