/** JSON value types, and narrowing for readers of foreign JSON. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonRecord = { [key: string]: Json }

/** True for a JSON object: neither a list nor null. */
export const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is an object, else an empty object. */
export const recordOf = (value: Json | undefined): JsonRecord => (isRecord(value) ? value : {})

/** The value if it is a list, else an empty list. */
export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** The value if it is a string, else an empty string. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** The value if it is a finite number or a string of one ("12.5"), else null. */
export function numberOf(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The id: a non-empty string, or a number converted to a string; else null. */
export const idOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

/** Nesting depth: 2 for `[[1]]`, 0 for a number. Not recursive. */
export function depthOf(value: unknown): number {
  let deepest = 0
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    const depth = next.depth + 1
    deepest = Math.max(deepest, depth)
    for (const child of Object.values(next.value)) if (typeof child === 'object') open.push({ value: child, depth })
  }
  return deepest
}
