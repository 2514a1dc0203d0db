/**
 * JavaScript that a route loads before it is usable: bytes after gzip, and number of files.
 * Includes the boot script, the first script and the framework that it loads, the page with its imports, and its
 * workers.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import { bench } from './harness.ts'

const web = join(import.meta.dirname, '../dist/web')

/** Maximum size of a route in kB (1000 bytes) after gzip; a page with a canvas may be larger. */
const maxBytes = 210
const maxBytesOfCanvas = 332
const hasCanvas = /^pages\/flow\//
/** Maximum files before a route is usable, and in the whole build. */
const maxFiles = 20
const maxFilesInAll = 90
/** Worker for layouts that take long; starts long after the route is usable. */
const loadedOnDemand = /\/layout-worker-/
/** Module of a tab; loads together with its page. */
const tab = /^(pages\/([\w-]+))\/(?:[\w-]+\/)*[\w-]+-tab\.tsx$/

/** The files that a module needs before it runs; written by the build (scripts/vite/chunks.mjs). */
const PageFiles = z.record(z.string(), z.array(z.string()))

/** Scripts that index.html loads in addition to its entry, before the first paint. */
function bootScripts(): string[] {
  const page = readFileSync(join(web, 'index.html'), 'utf8')
  return [...page.matchAll(/<script src="\/([^"]+)"/g)].flatMap(([, file]) => file ?? [])
}

/** Static imports of a script in the build's syntax: `import{a as b}from"./json-Bb5352IK.js"`. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/\bimport\s*(?:[\w$*{][^"'()]*?\bfrom\s*)?["']\.\/([^"']+\.m?js)["']/g)].map(
    ([, file = '']) => `assets/${file}`,
  )

/**
 * Adds workers and their imports, which are not chunks of the page. A module that starts a worker contains its file
 * name as a string.
 */
function withWorkers(files: ReadonlySet<string>, workers: readonly string[]): string[] {
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
  const pages = PageFiles.parse(JSON.parse(readFileSync(join(web, '.vite/page-files.json'), 'utf8')))
  const scripts = readdirSync(join(web, 'assets'))
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => `assets/${file}`)
  const workers = scripts.filter((file) => /-worker-/.test(file) && !loadedOnDemand.test(file))
  const of = (...names: string[]) => new Set([...bootScripts(), ...names.flatMap((name) => pages[name] ?? [])])
  const transferSize = (files: ReadonlySet<string>) =>
    withWorkers(files, workers).reduce((sum, file) => sum + compressed(file), 0) / 1000
  report('files in total', scripts.length + bootScripts().length, 'files', { atMost: maxFilesInAll })
  report('first script, on every route', transferSize(of('entry.ts')), 'kB gz')
  report('first script and framework, on every route', transferSize(of('entry.ts', 'main.tsx')), 'kB gz')
  for (const name of Object.keys(pages).toSorted()) {
    // Other tabs load on click, once their page is usable.
    if (!name.startsWith('pages/') || (tab.test(name) && !name.endsWith('/canvas-tab.tsx'))) continue
    const [, folder, page] = tab.exec(name) ?? []
    const files = of('entry.ts', 'main.tsx', ...(folder === undefined ? [] : [`${folder}/${page}-page.tsx`]), name)
    const short = name.replace('pages/', '')
    report(short, transferSize(files), 'kB gz', { atMost: hasCanvas.test(name) ? maxBytesOfCanvas : maxBytes })
    report(`  ${short}, files`, withWorkers(files, workers).length, 'files', { atMost: maxFiles })
  }
})
