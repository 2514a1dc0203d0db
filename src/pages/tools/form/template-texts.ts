/** Liquid templates of a field, combined into one text so that a single request checks them all. Pure. */
import type { Json } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { jsonOffsets, jsonPositionOf } from './json-places.ts'
import type { NameValuePair } from './tool-draft.ts'

export interface Templates {
  /** One template per line; empty if there is none. */
  text: string
  /** For each line of `text`: the path to the template, as keys and indexes. */
  paths: readonly (readonly string[])[]
}

/** Whether a text contains Liquid; any other text is literal. */
export const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%')

function combineTemplates(texts: readonly { path: readonly string[]; text: string }[]): Templates {
  const templates = texts.filter(({ text }) => isTemplate(text))
  return {
    text: templates.map(({ text }) => text.replaceAll(/\s/g, ' ')).join('\n'),
    paths: templates.map(({ path }) => path),
  }
}

/** Templates of headers or query; `paths` contain the names of the rows. Stored secrets are skipped. */
export const templatesOfPairs = (pairs: readonly NameValuePair[]): Templates =>
  combineTemplates(
    pairs.flatMap(({ name, value }) => (typeof value === 'string' ? [{ path: [name], text: value }] : [])),
  )

/** Templates within a JSON document; none if it is invalid JSON. */
export function templatesOfJson(text: string): Templates {
  if (!isTemplate(text)) return { text: '', paths: [] }
  const read = parseJson(text)
  const texts: { path: string[]; text: string }[] = []
  const queue: { path: string[]; value: Json }[] = read.ok ? [{ path: [], value: read.value }] : []
  // Nested values are appended to the list during the iteration.
  for (const { path, value } of queue) {
    if (typeof value === 'string') texts.push({ path, text: value })
    else if (typeof value === 'object' && value !== null)
      queue.push(...Object.entries(value).map(([key, each]) => ({ path: [...path, key], value: each })))
  }
  return combineTemplates(texts)
}

/** Line and column (from 1) of a path in the JSON. */
export const positionInJson = (text: string, path: readonly string[]): { line: number; column: number } =>
  jsonPositionOf(text, jsonOffsets(text)(path))
