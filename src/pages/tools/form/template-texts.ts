/** Texts of a tool with Liquid templates, combined so that one request checks a whole field. Pure. */
import type { Json } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { jsonPlaces, jsonPlaceOf } from './json-places.ts'
import type { NameValuePair } from './tool-draft.ts'

export interface Templates {
  /** One template per line; blank if there is none. */
  text: string
  /** By line (from 0): the path to the template, as keys and indexes. */
  paths: readonly (readonly string[])[]
}

/** Anything else is literal text. */
export const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%')

function together(found: readonly { path: readonly string[]; text: string }[]): Templates {
  const templates = found.filter(({ text }) => isTemplate(text))
  return {
    text: templates.map(({ text }) => text.replaceAll(/\s/g, ' ')).join('\n'),
    paths: templates.map(({ path }) => path),
  }
}

/** Templates of headers and query; `paths` name the rows. Stored secrets are left out. */
export const templatesOfPairs = (pairs: readonly NameValuePair[]): Templates =>
  together(pairs.flatMap(({ name, value }) => (typeof value === 'string' ? [{ path: [name], text: value }] : [])))

/** Templates within a JSON document; none if it is invalid JSON. */
export function templatesOfJson(text: string): Templates {
  if (!isTemplate(text)) return { text: '', paths: [] }
  const read = parseJson(text)
  const found: { path: string[]; text: string }[] = []
  const open: { path: string[]; value: Json }[] = read.ok ? [{ path: [], value: read.value }] : []
  // The list grows during the iteration.
  for (const { path, value } of open) {
    if (typeof value === 'string') found.push({ path, text: value })
    else if (typeof value === 'object' && value !== null)
      open.push(...Object.entries(value).map(([key, each]) => ({ path: [...path, key], value: each })))
  }
  return together(found)
}

/** Position in the JSON, from 1, of the template on a line. */
export const placeInJson = (text: string, path: readonly string[]): { line: number; column: number } =>
  jsonPlaceOf(text, jsonPlaces(text)(path))
