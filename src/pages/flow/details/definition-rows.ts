/** Variables, settings and metadata as rows: one row per value, "retry.times" for nested ones. Pure. */
import { maskedValue } from '#flow-data/model/masked-value.ts'

export interface DefinitionRow {
  /** Dotted path: "retry.times". */
  path: string
  value: string
  /** `text` may be long, `code` is monospaced, `secret` is masked, `none` is an absent or empty value. */
  kind: 'text' | 'code' | 'secret' | 'none'
}

/** Maximum depth of rows; deeper levels are JSON in the row of their parent. */
const maxDepth = 3
/** Maximum length of a list without objects that is shown as one line. */
const maxListed = 20
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON with secrets masked at any depth. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => maskedValue(name, inner) ?? inner, 2)

function rowOf(path: string, name: string, value: unknown): DefinitionRow {
  const masked = maskedValue(name, value)
  if (masked !== null) return { path, value: masked, kind: 'secret' }
  if (value === undefined || value === null) return { path, value: '—', kind: 'none' }
  if (value === '') return { path, value: 'empty text', kind: 'none' }
  if (typeof value === 'string') return { path, value, kind: value.includes('\n') ? 'code' : 'text' }
  if (Array.isArray(value)) {
    if (value.length === 0) return { path, value: 'empty list', kind: 'none' }
    const isLine = value.length <= maxListed && value.every(isScalar)
    // If the name of a list looks like a secret, each of its values is masked.
    if (isLine)
      return { path, value: value.map((one) => maskedValue(name, one) ?? String(one)).join(', '), kind: 'text' }
    return { path, value: jsonOf(value), kind: 'code' }
  }
  if (isObject(value)) return { path, value: jsonOf(value), kind: 'code' }
  return { path, value: JSON.stringify(value) ?? '', kind: 'text' }
}

function rowsUnder(path: string, name: string, value: unknown, depth: number): DefinitionRow[] {
  if (!isObject(value) || maskedValue(name, value) !== null || depth >= maxDepth) return [rowOf(path, name, value)]
  const inner = Object.entries(value)
  if (inner.length === 0) return [{ path, value: 'empty', kind: 'none' }]
  return inner.flatMap(([key, one]) => rowsUnder(`${path}.${key}`, key, one, depth + 1))
}

/** The rows of an object. */
export const definitionRows = (object: Readonly<Record<string, unknown>>): DefinitionRow[] =>
  Object.entries(object).flatMap(([key, value]) => rowsUnder(key, key, value, 1))

/** The rows of a flow's variables; further fields of a variable follow its value as "key.type". */
export const variableRows = (
  variables: readonly Readonly<Record<string, unknown> & { key: string }>[],
): DefinitionRow[] =>
  variables.flatMap(({ key, value, ...others }) => [
    ...rowsUnder(key, key, value, 1),
    ...Object.entries(others).flatMap(([name, other]) => rowsUnder(`${key}.${name}`, name, other, 2)),
  ])
