/** Difference between two JSON values, field by field. Linear in their size, not recursive. */

/** `undefined` = the field is missing. */
export interface FieldChange {
  /** Path of the field: "config.headers.accept", "config.cases.2.label". */
  path: string
  before: unknown
  after: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields of an object, or items of a list by index; null for other values. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (Array.isArray(value)) return new Map(value.map((item: unknown, index) => [String(index), item]))
  return isObject(value) ? new Map(Object.entries(value)) : null
}

/** Fields that differ, in the order of the later value, then removed fields; at most `atMost`. */
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
