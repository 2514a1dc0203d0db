/** A rendered value in two forms: with secrets to send, and masked to store. */
import { isRecord, type Json } from '#lib/json/json.ts'

/** Mark that replaces secrets, and values derived from them, in stored data. */
export const secretMark = '••••'

/** `wire`: to send; `record`: to store, with `secretMark` in place of each expression that depends on a secret. */
export interface RenderedValue<T = Json> {
  wire: T
  record: T
}

/** A value without secrets. */
export const withoutSecrets = <T>(value: T): RenderedValue<T> => ({ wire: value, record: value })

/** Applies a function to both forms. */
export const mapRendered = <T, U>({ wire, record }: RenderedValue<T>, change: (value: T) => U): RenderedValue<U> => ({
  wire: change(wire),
  record: change(record),
})

/** Combines two rendered values. */
export const mergeRendered = <A, B, U>(
  a: RenderedValue<A>,
  b: RenderedValue<B>,
  join: (a: A, b: B) => U,
): RenderedValue<U> => ({
  wire: join(a.wire, b.wire),
  record: join(a.record, b.record),
})

/** A path of names and indexes within a value. */
export type Path = readonly string[]

/** Maximum number of paths; beyond it, the whole value counts as secret. */
const maxPaths = 100

function differingPaths({ wire, record }: RenderedValue, path: Path): Path[] {
  if (wire === record) return []
  const isPair = Array.isArray(wire) ? Array.isArray(record) : isRecord(wire) && isRecord(record)
  if (!isPair || typeof wire !== 'object' || typeof record !== 'object') return [path]
  const [own, other] = [new Map(Object.entries(wire ?? {})), new Map(Object.entries(record ?? {}))]
  if (own.size !== other.size) return [path]
  return [...own].flatMap(([key, value]) =>
    other.has(key) ? differingPaths({ wire: value, record: other.get(key) ?? null }, [...path, key]) : [path],
  )
}

/** Paths at which a value contains secrets, that is, where both forms differ. */
export function secretPaths(rendered: RenderedValue): Path[] {
  const paths = differingPaths(rendered, [])
  return paths.length > maxPaths ? [[]] : paths
}
