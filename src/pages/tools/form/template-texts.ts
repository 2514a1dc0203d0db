/** Texts of a tool that values are filled into (Liquid), put together so that one question is enough for a field. Pure. */
import type { Json } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { jsonPlaces, jsonPlaceOf } from './json-places.ts'
import type { NameValuePair } from './tool-draft.ts'

export interface Templates {
  /** One template a line; blank where there is none. */
  text: string
  /** By line (from 0): the way to the template, as keys and indices. */
  paths: readonly (readonly string[])[]
}

/** Anything else is text as it stands. */
export const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%')

function together(found: readonly { path: readonly string[]; text: string }[]): Templates {
  const templates = found.filter(({ text }) => isTemplate(text))
  return {
    text: templates.map(({ text }) => text.replaceAll(/\s/g, ' ')).join('\n'),
    paths: templates.map(({ path }) => path),
  }
}

/** Of headers and query; `paths` name the rows. What is a secret already is none. */
export const templatesOfPairs = (pairs: readonly NameValuePair[]): Templates =>
  together(pairs.flatMap(({ name, value }) => (typeof value === 'string' ? [{ path: [name], text: value }] : [])))

/** Of the texts within a JSON document; none where it is no JSON. */
export function templatesOfJson(text: string): Templates {
  if (!isTemplate(text)) return { text: '', paths: [] }
  const read = parseJson(text)
  const found: { path: string[]; text: string }[] = []
  const open: { path: string[]; value: Json }[] = read.ok ? [{ path: [], value: read.value }] : []
  // A list grows while it is gone through.
  for (const { path, value } of open) {
    if (typeof value === 'string') found.push({ path, text: value })
    else if (typeof value === 'object' && value !== null)
      open.push(...Object.entries(value).map(([key, each]) => ({ path: [...path, key], value: each })))
  }
  return together(found)
}

/** Where in the JSON the template of a line stands, from 1. */
export const placeInJson = (text: string, path: readonly string[]): { line: number; column: number } =>
  jsonPlaceOf(text, jsonPlaces(text)(path))
