/**
 * Pages get responses in the shape of the contract, whatever the service: no page reads a raw response. Every file of
 * src/pages is searched for code that would; exceptions are listed here with their reason.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'

const pages = resolve(import.meta.dirname, '../../src/pages')

/** Ways to read a raw response, or its text. */
const rawReadPatterns: readonly [name: string, pattern: RegExp][] = [
  ['fetch', /(?<![-/])\bfetch\b(?!-)/],
  ['XMLHttpRequest', /\bXMLHttpRequest\b/],
  ['EventSource', /\bEventSource\b/],
  ['WebSocket', /\bWebSocket\b/],
  ['sendBeacon', /\bsendBeacon\b/],
  ['Response', /\bResponse\b/],
  ['.json()', /\.json\(\s*\)/],
  ['JSON.parse', /\bJSON\s*\.\s*parse\b/],
  ['callRaw', /\bcallRaw\b/],
  ['$raw', /\$raw\b/],
  ['the reader', /#api\/(?:request\/(?:read-bytes|early-requests)|dialect\/(?!report))/],
  ['the lists', /#api\/lists\//],
]

/** Path in src/pages, way, and what is read instead of a response of the service, or why it is allowed. */
const exceptions: readonly [path: string, way: string, why: string][] = [
  ['flow/values/use-reviewed-changes.ts', 'JSON.parse', 'changes on this page, which were text to be compared'],
  ['flows/export/zip-pack.ts', 'JSON.parse', 'an exported file, whose content the manifest of the ZIP must match'],
  ['tools/form/json-places.ts', 'JSON.parse', 'a quoted name in text that a person enters'],
  ['channels/deliveries/delivery-item.tsx', 'Response', 'a label on the page'],
  ['flow/runs/last-run-input.ts', 'JSON.parse', 'an input that this browser stored'],
  ['inbox/bulk/last-bulk-change.ts', 'JSON.parse', 'the last change, which this tab stored'],
  ['import/review/product-item.tsx', 'JSON.parse', 'a file that a person chose'],
  ['import/rows/source-file.ts', 'JSON.parse', 'a file that a person chose'],
  ['flow/runs/last-run-input.ts', '.json()', 'the schema for any JSON, which validates the stored input'],
]

/** The code without its comments. */
const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|[^:])\/\/.*$/gm, '$1')

/** The ways in which a source reads raw responses. */
const rawReadsIn = (text: string): string[] => {
  const code = codeOf(text)
  return rawReadPatterns.filter(([, pattern]) => pattern.test(code)).map(([name]) => name)
}

const sources = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => ({
    path: relative(pages, join(pages, path)).replaceAll(sep, '/'),
    text: readFileSync(join(pages, path), 'utf8'),
  }))

test('no page reads a raw response', () => {
  const found = sources.flatMap(({ path, text }) => rawReadsIn(text).map((patternName) => `${path}: ${patternName}`))
  expect(found.toSorted()).toEqual(exceptions.map(([path, patternName]) => `${path}: ${patternName}`).toSorted())
})

/** Tests the rule itself: each way is planted in a real page. */
test.each([
  [`const a = await fetch('/api/flow/')`, 'fetch'],
  [`const a = window.fetch('/api/')`, 'fetch'],
  [`const a = new XMLHttpRequest()`, 'XMLHttpRequest'],
  [`const a = new EventSource('/api/')`, 'EventSource'],
  [`const a = new WebSocket('/api/')`, 'WebSocket'],
  [`navigator.sendBeacon('/api/')`, 'sendBeacon'],
  [`const a = (answer: Response) => answer`, 'Response'],
  [`const a = await answer.json()`, '.json()'],
  [`const a = JSON.parse(text)`, 'JSON.parse'],
  [`import { callRaw } from '#api/request/client.ts'`, 'callRaw'],
  [`const a = flow['$raw']`, '$raw'],
  [`import { readText } from '#api/request/read-bytes.ts'`, 'the reader'],
  [`import { readList } from '#api/dialect/read-list.ts'`, 'the reader'],
  [`import { heldRows } from '#api/lists/local-rows.ts'`, 'the lists'],
])('%s in a page is reported', (line, patternName) => {
  const page = sources.find(({ path }) => path === 'flows/flows-page.tsx')?.text ?? ''
  expect(page).not.toBe('')
  expect(rawReadsIn(page)).toEqual([])
  expect(rawReadsIn(`${page}\n${line}\n`)).toContain(patternName)
})

test('comments are ignored', () => {
  expect(rawReadsIn('/** JSON.parse of an answer */\n// fetch it\nconst a = 1 // Response')).toEqual([])
})
