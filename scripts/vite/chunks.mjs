/**
 * Groups the modules of the console into files. A page folder has one file, and another one for modules that its pages
 * only need later; modules of several folders share as few files as the size limit of a page allows. Measured with `npm
 * run bench -- bundle`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Modules needed immediately by this many page folders share one file. */
const manyFolders = 6
/** Modules of the same few folders share one file up to this many characters of source. */
const fewCharacters = 4_500

const at = (/** @type {string} */ path) => join(import.meta.dirname, '../..', path).replaceAll('\\', '/')
/**
 * Whether a module is one of these files. A missing file fails the build, so that a moved file is noticed.
 * @param {readonly string[]} paths from the root of the repo
 */
export function isOneOf(paths) {
  const missing = paths.filter((path) => !existsSync(at(path)))
  if (missing.length > 0) throw new Error(`Files named in scripts/vite do not exist: ${missing.join(', ')}`)
  const ids = new Set(paths.map(at))
  return (/** @type {string} */ id) => ids.has(id)
}

const isOurs = /\/(?:src|lib|contract|flow)\/(?!.*node_modules)|\/lucide-react\//
const isIcon = /\/lucide-react\//
const isPage = /\/src\/pages\/([\w-]+)\/[^?]*-page\.tsx$/
const pageName = (/** @type {string} */ id) => /([\w-]+)-page\.tsx$/.exec(id)?.[1]
const isReactFlow = /\/@xyflow\/react\//
/** Modules of the fallback that keeps flows in the page, without a worker. */
const isFlowModule = /\/src\/flow-data\/|\/flow\/layered\//
/** Modules that read responses of other services, and the forms that test a connection. */
const isForeignModule = /\/src\/(?:api\/|parts\/connection\/|shell\/session\/session-dialog|pages\/sign-in\/credential)/
/** Tables of types of other products: a flow of another product needs them, but no other later part, when it opens. */
const isForeignKind = /\/flow\/visual-kind\//
/** Modules that start a worker: each has its own file, which only pages that need the worker load. */
const startsWorker = isOneOf(['src/flow-data/read-flow.ts', 'src/files/read-files.ts'])
/** Large and rarely used modules, or modules that every page needs immediately: each has its own file. */
const hasOwnFile = isOneOf([
  'src/ui/chart/chart-canvas.tsx',
  'src/pages/settings/licences-list.tsx',
  'src/shell/help/news-sheet.tsx',
  'src/api/live/live.ts',
])

/** @typedef {(id: string) => { code: string | null, importedIds: string[], dynamicallyImportedIds: string[] } | null} ModuleInfo */

/**
 * All modules that can be reached by imports.
 * @param {readonly string[]} starts
 * @param {ModuleInfo} infoOf
 * @param {(id: string) => boolean} followsDynamicImport whether a dynamic import of this module is followed
 */
function reachableModules(starts, infoOf, followsDynamicImport = () => false) {
  const found = new Set(starts)
  for (const id of found) {
    const info = infoOf(id)
    if (info === null) continue
    for (const next of info.importedIds) found.add(next)
    for (const next of info.dynamicallyImportedIds) if (followsDynamicImport(next)) found.add(next)
  }
  return found
}

/**
 * The groups that reach each module.
 * @param {Iterable<readonly [string, ReadonlySet<string>]>} groups
 */
function groupsOf(groups) {
  /** @type {Map<string, string[]>} */
  const found = new Map()
  for (const [name, ids] of groups) for (const id of ids) found.set(id, [...(found.get(id) ?? []), name])
  return found
}

/**
 * The file of a module that no page needs immediately; null = the file of the part that imports it.
 * @param {string} id
 * @param {readonly string[]} parts that need it
 * @param {readonly string[]} folders whose pages may need it
 */
function nameOfDynamicPart(id, parts, folders) {
  if (!isOurs.test(id) || parts.every(hasOwnFile)) return null
  if (parts.every((part) => isFlowModule.test(part))) return 'flows-here'
  if (parts.every((part) => isFlowModule.test(part) || isForeignModule.test(part))) return 'foreign'
  return folders.length === 1 ? `${folders[0]}-parts` : 'parts'
}

/**
 * The name of the file of each module that shares one.
 * @param {ModuleInfo} infoOf
 */
function fileNames(infoOf) {
  const main = at('src/main.tsx')
  const entry = at('src/entry.ts')
  const all = reachableModules([entry], infoOf, () => true)
  const first = reachableModules([entry], infoOf)
  const frame = reachableModules([main], infoOf)
  /** @type {Map<string, string[]>} */
  const pages = new Map([['canvas', [at('src/pages/flow/canvas/canvas-tab.tsx')]]])
  for (const id of all) {
    const [, folder] = isPage.exec(id) ?? []
    if (folder !== undefined) pages.set(folder, [...(pages.get(folder) ?? []), id])
  }
  /** Modules that a page folder needs before it is usable, and all that it may need. */
  const immediateUsers = groupsOf([...pages].map(([folder, ids]) => [folder, reachableModules(ids, infoOf)]))
  const users = [...pages, /** @type {const} */ (['frame', [main]])]
  const usersOf = groupsOf(users.map(([name, ids]) => [name, reachableModules(ids, infoOf, (id) => !isPage.test(id))]))
  /** Dynamically imported parts. */
  const dynamicParts = new Set([...all].flatMap((id) => infoOf(id)?.dynamicallyImportedIds ?? []))
  const parts = groupsOf([...dynamicParts].map((id) => [id, reachableModules([id], infoOf)]))
  const canvasParts = new Set(
    [...dynamicParts].filter((id) => [...reachableModules([id], infoOf)].some((one) => isReactFlow.test(one))),
  )

  /**
   * The page folders that need a module immediately. A canvas belongs to a flow; what it shares with other pages only is
   * apart from what they share without it.
   */
  const foldersOf = (/** @type {string} */ id) => {
    const names = immediateUsers.get(id) ?? []
    return names.length === 1 || names.includes('flow') ? names.filter((name) => name !== 'canvas') : names
  }
  const byPage = groupsOf(
    [...pages].flatMap(([folder, ids]) => ids.map((id) => [pageName(id) ?? folder, reachableModules([id], infoOf)])),
  )
  /** The one page of a folder that needs a module immediately, or the folder itself. */
  const pageOf = (/** @type {string} */ id) => {
    const names = (byPage.get(id) ?? []).filter((name) => name !== 'canvas')
    const [folder = ''] = foldersOf(id)
    return names.length === 1 ? (names[0] ?? folder) : folder
  }
  /**
   * Characters that folders share, by their names. Icons do not count: they are spread over all pages, and small.
   * @type {Map<string, number>}
   */
  const characters = new Map()
  for (const id of all) {
    if (frame.has(id) || isIcon.test(id) || usersOf.get(id)?.length === 1) continue
    const folders = String(foldersOf(id))
    characters.set(folders, (characters.get(folders) ?? 0) + (infoOf(id)?.code?.length ?? 0))
  }

  const sharedName = (/** @type {readonly string[]} */ folders) =>
    folders.length >= manyFolders || (characters.get(String(folders)) ?? 0) < fewCharacters
      ? 'common'
      : `${folders.join('_')}-shared`
  const nameOfPage = (/** @type {string} */ folder, /** @type {string} */ page) =>
    folder === page ? folder : `${folder}.${page}`

  /** @type {(id: string) => string | null} */
  const nameOf = (id) => {
    if (startsWorker(id) || first.has(id)) return null
    if (frame.has(id)) return 'frame'
    const folders = foldersOf(id)
    const usedBy = (usersOf.get(id) ?? []).filter((name) => name !== 'canvas')
    const dynamicUsers = parts.get(id) ?? []
    const [user = ''] = usedBy
    if (dynamicUsers.every((part) => canvasParts.has(part))) return immediateUsers.has(id) ? 'canvas' : 'canvas-parts'
    if (folders.length === 0 && immediateUsers.has(id)) return 'canvas-shared'
    if (folders.length > 0 && usedBy.length === 1) return nameOfPage(user, pageOf(id))
    if (folders.length > 0) return sharedName(folders)
    return nameOfDynamicPart(id, dynamicUsers, usedBy)
  }
  return new Map([...all].map((id) => [id, nameOf(id)]))
}

/** Order of files: each depends only on earlier ones. Files that more folders share come first. */
const order = [
  /^frame$/,
  /^common$/,
  ...[5, 4, 3, 2, 1].map((folders) => new RegExp(`^(?:[^_]+_){${folders - 1}}[^_]+-shared$`)),
  /^parts$/,
  /^foreign$/,
  /^(?!canvas|flows-here|.*-parts$)[^.]+$/,
  /\./,
  /^canvas$/,
  /^canvas-parts$/,
  /./,
]

/** Groups for Rolldown: a group includes the dependencies of its modules, unless an earlier group includes them. */
export function sharedChunks() {
  /** @type {Map<string, string | null> | null} */
  let names = null
  return order.map((pattern) => ({
    debugName: String(pattern),
    /** @type {(id: string, context: { getModuleInfo: ModuleInfo }) => string | null} */
    name: (id, context) => {
      names ??= fileNames((one) => context.getModuleInfo(one))
      const name = names.get(id) ?? null
      return name !== null && pattern.test(name) ? name : null
    },
  }))
}

/**
 * The same for the worker that holds flows: modules that several of its later parts share go into one file, and those
 * that it needs itself and shares with them into another one.
 */
export function workerChunks() {
  const flowWorker = at('src/flow-data/worker/flow-worker.ts')
  /** @type {Map<string, string[]> | null} */
  let sharedBy = null
  /** @type {ReadonlySet<string>} */
  let now = new Set()
  return [
    {
      debugName: 'shared by later parts',
      /** @type {(id: string, context: { getModuleInfo: ModuleInfo }) => string | null} */
      name: (id, context) => {
        // Other workers are built with the same settings.
        if (context.getModuleInfo(flowWorker) === null) return null
        if (sharedBy === null) {
          const worker = [flowWorker]
          const infoOf = (/** @type {string} */ one) => context.getModuleInfo(one)
          now = reachableModules(worker, infoOf)
          const all = [...reachableModules(worker, infoOf, () => true)]
          const dynamicParts = new Set(all.flatMap((one) => infoOf(one)?.dynamicallyImportedIds ?? []))
          sharedBy = groupsOf([...dynamicParts].map((part) => [part, reachableModules([part], infoOf)]))
        }
        if (now.has(id)) return sharedBy.has(id) && id !== flowWorker ? 'flow-base' : null
        if ((sharedBy.get(id)?.length ?? 0) <= 1) return null
        return isForeignKind.test(id) ? 'flow-kinds' : 'flow-later'
      },
    },
  ]
}

/**
 * Writes which files each page needs before it runs, for bench/bundle.ts: the manifest omits pages that share a file.
 * @returns {import('vite').Plugin}
 */
export function pageFilesPlugin() {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const fileOf = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName])))
      const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
      /** @type {Record<string, string[]>} */
      const files = {}
      for (const [id, file] of fileOf) {
        const [, name] = /\/src\/((?:entry|main|pages\/[\w/-]*-(?:page|tab))\.tsx?)$/.exec(id) ?? []
        if (name === undefined) continue
        const needed = new Set([file])
        for (const one of needed) for (const next of importsOf.get(one) ?? []) needed.add(next)
        files[name] = [...needed].filter((one) => one.endsWith('.js'))
      }
      this.emitFile({ type: 'asset', fileName: '.vite/page-files.json', source: JSON.stringify(files) })
    },
  }
}

/** Whether every page loads this file of the build, so that index.html names it. */
export const isFrameFile = (/** @type {string} */ file) =>
  /\/(?:first|frame|framework|rolldown-runtime)-[\w-]{8}\.js$/.test(file)

/**
 * Adds preload links for the files of the frame to the page: the browser loads them together with the first script, which
 * imports them, instead of afterwards.
 * @returns {import('vite').Plugin}
 */
export function framePreloadPlugin() {
  return {
    name: 'frame-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
        return Object.keys(bundle)
          .filter((file) => isFrameFile(file) && !page.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          }))
      },
    },
  }
}
