/** The value by which a row is filtered and sorted, by the name of the filter. Pure. */
import type { Noun } from '#contract/kernel/endpoint.ts'
import { isAbsent, isReturned } from '#lib/absent.ts'

export type FilterableRow = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is FilterableRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value at a path of a row; undefined if the path ends before. */
function valueAt(row: FilterableRow, path: readonly string[]): unknown {
  let at: unknown = row
  for (const key of path) {
    // A reference that is null has neither id nor name: it is empty, not unknown.
    if (at === null) return null
    if (!isRow(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/** Filters whose value is in a field of another name. */
const paths: Partial<Record<Noun, Readonly<Record<string, readonly string[]>>>> = {
  conversation: {
    assignee: ['assignee', 'id'],
    channel: ['channel', 'id'],
    flow: ['flow', 'id'],
    label: ['labels'],
    contact: ['contact', 'id'],
    contact__name: ['contact', 'name'],
    contact__email: ['contact', 'email'],
    contact__phone: ['contact', 'phone'],
    contact__company: ['contact', 'company'],
    contact__tag: ['contact', 'tags'],
    last_message_at: ['last_message', 'at'],
    unread: ['unread_count'],
  },
  run: {
    flow: ['flow', 'id'],
    channel: ['channel', 'id'],
    conversation: ['conversation', 'id'],
    error_code: ['error', 'code'],
  },
}

/** Undefined if the row lacks the field; null if its value is null. */
export function rowValue(noun: Noun, row: FilterableRow, name: string, customKey: string | null): unknown {
  const path = customKey === null ? (paths[noun]?.[name] ?? [name]) : ['custom_fields', customKey]
  if (!isReturned(row, path[0] ?? name)) return undefined
  const value = valueAt(row, path)
  // If a service gives a text in place of an object, it may be an id or a name.
  const isText = path.length > 1 && path.at(-1) === 'id' && typeof value === 'string'
  if (isText && value === valueAt(row, [...path.slice(0, -1), 'name'])) return undefined
  if (customKey !== null) return value ?? null
  return value !== null && isAbsent(value) ? undefined : value
}

/** Fields that a search covers, by noun. */
const searched: Partial<Record<Noun, readonly (readonly string[])[]>> = {
  flow: [['id'], ['name'], ['description'], ['tags']],
  tool: [['id'], ['key'], ['name'], ['description']],
  channel: [['id'], ['name'], ['identifier'], ['provider']],
  conversation: [
    ['id'],
    ['number'],
    ['subject'],
    ['contact', 'name'],
    ['contact', 'email'],
    ['contact', 'phone'],
    ['contact', 'company'],
    ['labels'],
    ['last_message', 'text'],
  ],
  run: [['id'], ['flow', 'name'], ['trigger'], ['error', 'code'], ['error', 'message']],
}

/** The texts of a row that a search covers, in lower case. */
export const searchedTexts = (noun: Noun, row: FilterableRow): string =>
  (searched[noun] ?? [['id'], ['name']])
    .flatMap((path) => valueAt(row, path))
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
