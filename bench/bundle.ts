/**
 * Bytes of JavaScript, compressed, until each route is usable: the boot script, the first script and the framework that it
 * loads, the page's chunk with what it imports, its workers.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { bench } from './harness.ts'

const web = join(import.meta.dirname, '../dist/web')

/** The most that a route may weigh, in kB (1000 bytes) after gzip; the canvas is worth more. */
const limit = 180
const canvasLimit = 260
const ofCanvas = /^src\/pages\/flow\//
/**
 * What pages weighed when they were last made lighter, in kB, and one more: a page that grows beyond says so long before it
 * meets the limit. Lower a figure with the page.
 */
const budgets: Readonly<Record<string, number>> = {
  'billing/billing-page.tsx': 168,
  'channels/channels-page.tsx': 162,
  'compare/compare-page.tsx': 161,
  'flow/canvas-tab.tsx': 259,
  'flow/file-flow-page.tsx': 146,
  'flow/history-tab.tsx': 254,
  'flows/flows-page.tsx': 173,
  'import/import-page.tsx': 163,
  'inbox/inbox-page.tsx': 174,
  'settings/settings-page.tsx': 156,
  'tools/tools-page.tsx': 160,
  'trash/trash-page.tsx': 153,
}
/** Started by a long layout alone, long after the route is usable. */
const startedLater = /\/layout-worker-/
/** What the first script loads on every route. */
const framework = 'src/main.tsx'
/** A tab whose code comes when it is opened; its route is usable with the page and the tab. */
const tab = /^(src\/pages\/(\w[\w-]*))\/[\w-]+-tab\.tsx$/

const Chunk = z.object({
  file: z.string(),
  src: z.string().optional(),
  isEntry: z.boolean().optional(),
  isDynamicEntry: z.boolean().optional(),
  imports: z.array(z.string()).default([]),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

/** Every script that must be there before the chunk runs, itself included. */
function closure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (chunk === undefined || found.has(chunk.file)) return found
  if (/\.m?js$/.test(chunk.file)) found.add(chunk.file)
  for (const each of chunk.imports) closure(manifest, each, found)
  return found
}

/** Scripts that the page itself names beside its entry: they run before the first paint. */
function bootScripts(): string[] {
  const page = readFileSync(join(web, 'index.html'), 'utf8')
  return [...page.matchAll(/<script src="\/([^"]+)"/g)].flatMap(([, file]) => file ?? [])
}

/** Files that a script needs before it runs, as the build writes it: `import{a as b}from"./json-Bb5352IK.js"`. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/\bimport\s*(?:[\w$*{][^"'()]*?\bfrom\s*)?["']\.\/([^"']+\.m?js)["']/g)].map(
    ([, file = '']) => `assets/${file}`,
  )

/** Workers, and what they import, are no chunks of the manifest; whoever starts one has its file name as a text. */
function withWorkers(files: Set<string>, workers: readonly string[]): string[] {
  const all = [...files]
  for (const file of all) {
    const text = readFileSync(join(web, file), 'utf8')
    const more = workers.filter((worker) => text.includes(worker))
    if (workers.includes(file)) more.push(...importsOf(text))
    all.push(...new Set(more.filter((one) => !all.includes(one))))
  }
  return all
}

const compressed = (file: string): number => gzipSync(readFileSync(join(web, file))).length

await bench('bundle', (report) => {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')))
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true)
  if (entry === undefined) throw new Error('The manifest of dist/web names no entry.')
  const chunks = new Set(Object.values(manifest).map(({ file }) => file))
  const workers = readdirSync(join(web, 'assets'))
    .map((file) => `assets/${file}`)
    .filter((file) => /\.m?js$/.test(file) && !chunks.has(file) && !startedLater.test(file))
  const first = closure(manifest, entry, new Set(bootScripts()))
  const shared = closure(manifest, framework, new Set(first))
  const weigh = (files: Set<string>) =>
    withWorkers(files, workers).reduce((sum, file) => sum + compressed(file), 0) / 1000
  report('first script, on every route', weigh(first), 'kB gz')
  report('framework with it, on every route', weigh(shared), 'kB gz')
  for (const [key, chunk] of Object.entries(manifest)) {
    const [, folder = '', page = ''] = tab.exec(key) ?? []
    if (chunk.isDynamicEntry !== true || !(/^src\/pages\/.*-page\.tsx$/.test(key) || folder !== '')) continue
    const before = folder === '' ? shared : closure(manifest, `${folder}/${page}-page.tsx`, new Set(shared))
    const name = key.replace(/^src\/pages\//, '')
    const asked = ofCanvas.test(key) ? canvasLimit : limit
    const weight = weigh(closure(manifest, key, new Set(before)))
    const budget = budgets[name]
    report(name, weight, 'kB gz', { atMost: asked })
    if (budget !== undefined) report(`  ${name}, its budget`, weight, 'kB gz', { atMost: budget })
  }
})
