/** What differs between two JSON values, field by field. Linear in their size and without recursion. */

/** `undefined` = the field is not there. */
export interface FieldChange {
  /** "config.headers.accept", "config.cases.2.label". */
  path: string
  before: unknown
  after: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an object, or of a list by their place; null of what has none. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((item: unknown, index) => [String(index), item]))
  return isObject(value) ? new Map(Object.entries(value)) : null
}

/** The fields that differ, in the order of the value after, then those that are gone; at the most `atMost`. */
export function valueDiff(path: string, before: unknown, after: unknown, atMost: number): FieldChange[] {
  const found: FieldChange[] = []
  const open: FieldChange[] = [{ path, before, after }]
  for (let pair = open.pop(); pair !== undefined && found.length < atMost; pair = open.pop()) {
    if (Object.is(pair.before, pair.after)) continue
    const [old, now] = [fieldsOf(pair.before), fieldsOf(pair.after)]
    if (old === null || now === null || Array.isArray(pair.before) !== Array.isArray(pair.after)) {
      found.push(pair)
      continue
    }
    const { path: at } = pair
    const inner = [...new Set([...now.keys(), ...old.keys()])].map((key) => ({
      path: at === '' ? key : `${at}.${key}`,
      before: old.get(key),
      after: now.get(key),
    }))
    for (const one of inner.toReversed()) open.push(one)
  }
  return found
}
