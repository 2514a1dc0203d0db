/** Resolves a `$ref` of a document. Pure; nothing is fetched. */
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'

/** Maximum length of a chain of references; a longer one is a cycle or an attack. */
const maxHops = 20

export type ResolvedReference = { ok: true; value: JsonRecord } | { ok: false; reason: string }

/** The keys of a reference such as "#/components/schemas/Pet"; null if it is not within the document. */
export function pointerOf(reference: string): string[] | null {
  if (reference === '#') return []
  if (!reference.startsWith('#/')) return null
  try {
    return reference
      .slice(2)
      .split('/')
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return null
  }
}

/** The value at a pointer; undefined if there is none. */
export function pointerValue(root: Json, pointer: readonly string[]): Json | undefined {
  let value: Json | undefined = root
  for (const key of pointer) {
    if (Array.isArray(value)) value = value[Number(key)]
    else value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}

/** The object that a value is or refers to, or why there is none. */
export function resolveReference(root: JsonRecord, given: Json | undefined): ResolvedReference {
  let value = given
  for (let hop = 0; hop <= maxHops; hop += 1) {
    if (!isRecord(value)) return { ok: false, reason: 'is not in the document' }
    const reference: Json | undefined = value['$ref']
    if (typeof reference !== 'string') return { ok: true, value }
    const pointer = pointerOf(reference)
    if (pointer === null) return { ok: false, reason: `is in another file (“${reference.slice(0, 80)}”)` }
    value = pointerValue(root, pointer)
  }
  return { ok: false, reason: 'refers to itself' }
}
