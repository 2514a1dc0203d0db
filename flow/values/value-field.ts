/** Editable values of a flow: where each one is, and what it accepts. Source: docs/engine.md, "Changing values". */
import { isRecord, type Json } from '#lib/json/json.ts'

export type ValueOwner = { kind: 'node'; id: string } | { kind: 'variable'; key: string } | { kind: 'settings' }

/**
 * Keys from the owner to the value: `config.url` of a node, `value` of a variable, `timezone` of the settings. Indexes of
 * lists are decimal texts.
 */
export type ValuePath = readonly string[]

/** `pairs`: an object of short values, such as headers. `duration`: a number in `unit`. */
export type FieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'duration'
  | 'url'
  | 'choice'
  | 'boolean'
  | 'cron'
  | 'interval'
  | 'time zone'
  | 'model'
  | 'pairs'

/** What a field accepts. */
export interface FieldRule {
  kind: FieldKind
  /** Whether the value can be removed; the default of the node applies then. */
  isOptional?: boolean
  /** Whether an empty text is a value. */
  allowsEmpty?: boolean
  /** Whether a text with `{{ … }}` can take the place of a number. */
  allowsTemplate?: boolean
  /** Whether numbers have no decimals. */
  isWhole?: boolean
  min?: number
  max?: number
  unit?: 'ms' | 's'
  options?: readonly string[]
  /** Whether the names of the pairs are names of HTTP headers. */
  areHeaders?: boolean
  /** The value that applies while none is given. */
  fallback?: boolean | number
}

export interface DeclaredField extends FieldRule {
  path: ValuePath
  label: string
}

export interface ValueField extends DeclaredField {
  owner: ValueOwner
  /** Null = not given. */
  value: Json
}

/** A new value of a field; null removes it. */
export interface ValueChange {
  owner: ValueOwner
  path: ValuePath
  value: Json
}

/** Identifies a field in its flow. */
export function fieldKey({ owner, path }: Pick<ValueChange, 'owner' | 'path'>): string {
  const name = owner.kind === 'node' ? owner.id : owner.kind === 'variable' ? owner.key : ''
  return JSON.stringify([owner.kind, name, ...path])
}

/** The value at a path; undefined if there is none. */
export function valueAt(root: Json | undefined, path: ValuePath): Json | undefined {
  let value = root
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}

/**
 * A copy with another value at a path; `undefined` removes the field. Only the objects on the path are copied; missing
 * ones are created. Keys keep their order.
 */
export function withValueAt(root: Json | undefined, path: ValuePath, value: Json | undefined): Json {
  const [key, ...rest] = path
  if (key === undefined) return value ?? null
  if (Array.isArray(root)) return root.with(Number(key), withValueAt(root[Number(key)], rest, value))
  const record = isRecord(root) ? root : {}
  if (rest.length === 0 && value === undefined)
    return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
  const before = Object.hasOwn(record, key) ? record[key] : undefined
  return { ...record, [key]: withValueAt(before, rest, value) }
}
