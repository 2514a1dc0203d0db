/**
 * Finds the rows of a list in a response of any shape (docs/dialects.md, "What is understood"). Pure.
 */
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { fold } from './values/fold.ts'
import { wordsOf } from './values/links.ts'
import { nodesOf } from './lists-within.ts'

export interface FoundRows {
  rows: Json[]
  shape: string
  /** The objects from the outermost to the one that contains the rows: each may contain totals and paging. */
  levels: JsonRecord[]
}

/** Generic names for the rows. */
const rowNames = [
  'results',
  'data',
  'items',
  'rows',
  'records',
  'list',
  'entries',
  'values',
  'content',
  'objects',
  'docs',
  'hits',
  'nodes',
  'value',
]
/** Wrappers in which a list may be, one level deeper. */
const wrapperNames = [
  'data',
  'result',
  'results',
  'response',
  'payload',
  'body',
  'page',
  '_embedded',
  'hits',
  'd',
  'value',
]
/** Names of lists that are never the rows, only beside them. */
const neverRows = new Set(['errors', 'warnings', 'messages', 'notices', 'included', 'links', 'parameters'])
/** Deeper wrappers do not occur in practice. */
const maxLevels = 3

/** Folded names for the rows of a noun: flows, flowlist, workflows … */
const nounNames = (noun: string): string[] => wordsOf(noun).flatMap((word) => [`${word}s`, `${word}list`, word])

const isRows = (value: Json | undefined): value is Json[] => Array.isArray(value)

type IsLike = (row: JsonRecord) => boolean

/** Whether the rows of a list look like the noun; an empty list does. */
const areLike = (rows: readonly Json[], isLike: IsLike): boolean =>
  rows.length === 0 || rows.some((row) => isRecord(row) && isLike(row))

/** `{"12": {…}, "13": {…}}` under a name for rows: a list by id. */
function byId(value: Json | undefined, isLike: IsLike): Json[] | null {
  if (!isRecord(value)) return null
  const entries = Object.entries(value)
  if (entries.length === 0 || !entries.every(([, row]) => isRecord(row) && isLike(row))) return null
  return entries.map(([id, row]) => (isRecord(row) && row['id'] === undefined ? { ...row, id } : row))
}

/** The only array of objects; null if there are two, since either would be a guess. */
function onlyArray(level: JsonRecord, isLike: IsLike): [string, Json[]] | null {
  const lists = Object.entries(level).flatMap(([key, value]): [string, Json[]][] =>
    isRows(value) && !neverRows.has(fold(key)) && value.every(isRecord) ? [[key, value]] : [],
  )
  const [first] = lists
  return first !== undefined && lists.length === 1 && areLike(first[1], isLike) ? first : null
}

function inLevel(level: JsonRecord, noun: string, isLike: IsLike, isRow: IsLike): [string, Json[]] | null {
  const byName = new Map(Object.keys(level).map((key) => [fold(key), key]))
  const names = [...rowNames.slice(0, 1), ...nounNames(noun), ...rowNames.slice(1)]
  for (const name of names) {
    const key = byName.get(name)
    const value = key === undefined ? undefined : level[key]
    if (key !== undefined && isRows(value) && areLike(value, isLike)) return [key, value]
  }
  const nodes = nodesOf(level['edges'])
  if (nodes !== null) return ['edges.node', nodes]
  for (const name of names) {
    const key = byName.get(name)
    const rows = key === undefined ? null : byId(level[key], isRow)
    if (key !== undefined && rows !== null) return [`${key} by id`, rows]
  }
  return null
}

interface Level {
  level: JsonRecord
  path: string
  levels: JsonRecord[]
}

/** The objects one level deeper, under the names of wrappers. */
const below = (open: readonly Level[], noun: string): Level[] =>
  open.flatMap(({ level, path, levels }) =>
    Object.entries(level).flatMap(([key, inner]) =>
      isRecord(inner) && [...wrapperNames, ...nounNames(noun)].includes(key === '_embedded' ? key : fold(key))
        ? [{ level: inner, path: `${path}${key}.`, levels: [...levels, inner] }]
        : [],
    ),
  )

/**
 * @param isLike whether an object may be a row of the noun; `isRow` whether it looks like one
 * @returns null if no list can be identified with certainty
 */
export function findRows(json: Json, noun: string, isLike: IsLike, isRow: IsLike): FoundRows | null {
  if (isRows(json)) return areLike(json, isLike) ? { rows: json, shape: 'bare array', levels: [] } : null
  let open: Level[] = isRecord(json) ? [{ level: json, path: '', levels: [json] }] : []
  const all: Level[] = []
  for (let depth = 0; depth < maxLevels && open.length > 0; depth += 1) {
    for (const one of open) {
      const found = inLevel(one.level, noun, isLike, isRow)
      if (found) return { rows: found[1], shape: one.path + found[0], levels: one.levels }
    }
    all.push(...open)
    open = below(open, noun)
  }
  // No list under a known name: tries one under any other name.
  for (const one of all) {
    const found = onlyArray(one.level, isLike)
    if (found) return { rows: found[1], shape: one.path + found[0], levels: one.levels }
  }
  return null
}
