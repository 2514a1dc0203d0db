/**
 * Which modules share a file of the console. What a page needs at once is what it imports without waiting, so modules are
 * put together by how many pages need them: then a page loads little that only others need, and few small files, each of
 * which costs a request and some 100 bytes of its own. Measured with `npm run bench -- bundle`.
 */
import { join } from 'node:path'

/** Modules that at least so many pages need at once are one file. */
const manyPages = 7
/** Modules that no page needs at once, but so many of the parts that come later, are one file. */
const manyParts = 8

const entry = join(import.meta.dirname, '../src/entry.ts').replaceAll('\\', '/')
const isOurs = /\/(?:src|lib|contract|flow)\/(?!.*node_modules)/
/** What holds a flow: later parts of a page have it only where there is no worker to hold it. */
const holdsFlows = /\/src\/(?:flow-data|canvas)\/|(?<!\/pages)\/flow\//
const isPage = /\/src\/pages\/[^?]*-page\.tsx$/
const isTab = /\/src\/pages\/[^?]*-tab\.tsx$/
const isFrame = /\/src\/main\.tsx$/

/** @typedef {(id: string) => { importedIds: string[], dynamicallyImportedIds: string[] } | null} ModuleInfo */

/**
 * All modules that one leads to.
 * @param {string} start
 * @param {ModuleInfo} infoOf
 * @param {boolean} alsoLater also by imports that wait
 */
function reached(start, infoOf, alsoLater) {
  const found = new Set([start])
  for (const id of found) {
    const info = infoOf(id)
    if (info === null) continue
    for (const next of info.importedIds) found.add(next)
    if (alsoLater) for (const next of info.dynamicallyImportedIds) found.add(next)
  }
  return found
}

/**
 * How many pages need each module at once; Infinity = every one, because the frame round it does.
 * @param {ModuleInfo} infoOf
 */
function countPages(infoOf) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  const all = [...reached(entry, infoOf, true)]
  for (const page of all.filter((id) => isPage.test(id)))
    for (const id of reached(page, infoOf, false)) counts.set(id, (counts.get(id) ?? 0) + 1)
  // A tab is a part of one page, but what it needs must not wait for what others share.
  for (const tab of all.filter((id) => isTab.test(id)))
    for (const id of reached(tab, infoOf, false)) if (!counts.has(id)) counts.set(id, 1)
  for (const frame of all.filter((id) => isFrame.test(id)))
    for (const id of reached(frame, infoOf, false)) counts.set(id, Infinity)
  return counts
}

/** The groups of shared files, as Rolldown takes them. */
export function sharedChunks() {
  /** @type {Map<string, number> | null} */
  let counts = null
  /** @type {(id: string, context: { getModuleInfo: ModuleInfo }) => number} */
  const pagesOf = (id, context) => {
    counts ??= countPages((one) => context.getModuleInfo(one))
    return counts.get(id) ?? 0
  }
  return [
    {
      debugName: 'frame and common',
      test: isOurs,
      /** @type {(id: string, context: { getModuleInfo: ModuleInfo }) => string | null} */
      name: (id, context) => {
        const pages = pagesOf(id, context)
        // It has a file of its own, for the first script loads it by name.
        if (isFrame.test(id)) return null
        return pages === Infinity ? 'frame' : pages >= manyPages ? 'common' : null
      },
    },
    {
      debugName: 'later',
      test: isOurs,
      minShareCount: manyParts,
      /** @type {(id: string, context: { getModuleInfo: ModuleInfo }) => string | null} */
      name: (id, context) => (pagesOf(id, context) === 0 && !holdsFlows.test(id) ? 'later' : null),
    },
  ]
}
