/** Where the rows of a list may lie in an answer (API.md §6 "list"). Pure; a further shape is a further row. */
import { isRecord, type Json, type JsonRecord } from '#lib/json.ts'
import { fold } from './names.ts'

export interface FoundRows {
  rows: Json[]
  shape: string
  /** The objects from the outside to the one in which the rows lie: figures may stand in each. */
  levels: JsonRecord[]
}

/** Names of the rows that say nothing about what they are. */
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
]
/** Objects in which a list may stand one level deeper. */
const wrapperNames = ['data', 'result', 'results', 'response', 'payload', 'body', 'page', '_embedded']
/** Nobody wraps deeper on purpose. */
const maxLevels = 3

const otherWords: Readonly<Record<string, readonly string[]>> = {
  flow: ['workflow', 'automation'],
  run: ['execution'],
  conversation: ['thread', 'chat'],
}

/** flows, flow_list, workflows …: folded. */
const nounNames = (noun: string): string[] =>
  [noun, ...(otherWords[noun] ?? [])].flatMap((word) => [`${word}s`, `${word}list`, word])

const isRows = (value: Json | undefined): value is Json[] => Array.isArray(value)

/** `{"12": {…}, "13": {…}}` under a name of rows: a list by id. */
function byId(value: Json | undefined, isLike: (row: JsonRecord) => boolean): Json[] | null {
  if (!isRecord(value)) return null
  const entries = Object.entries(value)
  if (entries.length === 0 || !entries.every(([, row]) => isRecord(row) && isLike(row))) return null
  return entries.map(([id, row]) => (isRecord(row) && row['id'] === undefined ? { ...row, id } : row))
}

/** The one array of objects; two of them would be a guess. */
function onlyArray(level: JsonRecord): [string, Json[]] | null {
  const lists = Object.entries(level).flatMap(([key, value]): [string, Json[]][] =>
    isRows(value) && value.every(isRecord) ? [[key, value]] : [],
  )
  return lists.length === 1 ? (lists[0] ?? null) : null
}

function inLevel(level: JsonRecord, noun: string, isLike: (row: JsonRecord) => boolean): [string, Json[]] | null {
  const byName = new Map(Object.keys(level).map((key) => [fold(key), key]))
  const names = [...rowNames.slice(0, 1), ...nounNames(noun), ...rowNames.slice(1)]
  for (const name of names) {
    const key = byName.get(name)
    const value = key === undefined ? undefined : level[key]
    if (key !== undefined && isRows(value)) return [key, value]
  }
  for (const name of names) {
    const key = byName.get(name)
    const rows = key === undefined ? null : byId(level[key], isLike)
    if (key !== undefined && rows !== null) return [`${key} by id`, rows]
  }
  return onlyArray(level)
}

/**
 * @param isLike whether an object looks like a row of the noun
 * @returns null where no list can be told for sure
 */
export function findRows(json: Json, noun: string, isLike: (row: JsonRecord) => boolean): FoundRows | null {
  if (isRows(json)) return { rows: json, shape: 'bare array', levels: [] }
  let open = isRecord(json) ? [{ level: json, path: '', levels: [json] }] : []
  for (let depth = 0; depth < maxLevels && open.length > 0; depth += 1) {
    for (const { level, path, levels } of open) {
      const found = inLevel(level, noun, isLike)
      if (found) return { rows: found[1], shape: path + found[0], levels }
    }
    open = open.flatMap(({ level, path, levels }) =>
      Object.entries(level).flatMap(([key, inner]) =>
        isRecord(inner) && [...wrapperNames, ...nounNames(noun)].includes(key === '_embedded' ? key : fold(key))
          ? [{ level: inner, path: `${path}${key}.`, levels: [...levels, inner] }]
          : [],
      ),
    )
  }
  return null
}
