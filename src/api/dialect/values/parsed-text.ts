/** JSON inside a text: columns of databases often hold it so. Pure. */
import type { Json } from '#lib/json/json.ts'

/** The object or list in a JSON text; every other value unchanged. */
export function parsedText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*(?:\{.*\}|\[.*\])\s*$/s.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
