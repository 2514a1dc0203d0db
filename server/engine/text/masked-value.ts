/** A value filled in, twice: as it is sent, and as it may be recorded or handed on. */
import { isRecord, type Json } from '#lib/json/json.ts'

/** What stands in a record in the place of a secret, and of all that was made of one. */
export const mark = '••••'

/** `wire` is what is sent; in `record` each expression that says something of a secret is `mark`. */
export interface Filled<T = Json> {
  wire: T
  record: T
}

/** A value without secrets. */
export const plain = <T>(value: T): Filled<T> => ({ wire: value, record: value })

/** The same done to both. */
export const mapFilled = <T, U>({ wire, record }: Filled<T>, change: (value: T) => U): Filled<U> => ({
  wire: change(wire),
  record: change(record),
})

/** One of two. */
export const joinFilled = <A, B, U>(a: Filled<A>, b: Filled<B>, join: (a: A, b: B) => U): Filled<U> => ({
  wire: join(a.wire, b.wire),
  record: join(a.record, b.record),
})

/** A path within a value, of names and indexes. */
export type Path = readonly string[]

/** Places at which the two differ; more than so many are told as the place that holds them all. */
const mostPlaces = 100

function placesOf({ wire, record }: Filled, path: Path): Path[] {
  if (wire === record) return []
  const isPair = Array.isArray(wire) ? Array.isArray(record) : isRecord(wire) && isRecord(record)
  if (!isPair || typeof wire !== 'object' || typeof record !== 'object') return [path]
  const [own, other] = [new Map(Object.entries(wire ?? {})), new Map(Object.entries(record ?? {}))]
  if (own.size !== other.size) return [path]
  return [...own].flatMap(([key, value]) =>
    other.has(key) ? placesOf({ wire: value, record: other.get(key) ?? null }, [...path, key]) : [path],
  )
}

/** Where a value holds something of a secret. */
export function secretPlaces(filled: Filled): Path[] {
  const places = placesOf(filled, [])
  return places.length > mostPlaces ? [[]] : places
}
