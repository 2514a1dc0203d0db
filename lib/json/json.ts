/** JSON values as a type, and the narrowing that every reader of foreign JSON needs. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonRecord = { [key: string]: Json }

/** True for a JSON object: neither a list nor null. */
export const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object itself, or an empty one. */
export const recordOf = (value: Json | undefined): JsonRecord => (isRecord(value) ? value : {})

/** The list itself, or an empty one. */
export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** The string itself, or an empty one. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/** A number, also when it is written as a string ("12.5"); else null. */
export function numberOf(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** An id: a string, or a number written as one; else null. */
export const idOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

/** How deeply a value is nested: `[[1]]` is 2, a number 0. Without recursion. */
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
