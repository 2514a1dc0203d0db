/** JSON that stands in a text: columns of databases often hold it so. Pure. */
import type { Json } from '#lib/json/json.ts'

/** What an object or a list in a text says; every other value as it is. */
export function parsedText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*(?:\{.*\}|\[.*\])\s*$/s.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
