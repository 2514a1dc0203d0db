/** Form of a table of the node types of one product. */
import type { JsonRecord } from '#lib/json/json.ts'
import type { KindName } from './kinds.ts'

/** A kind and types of it, separated by commas: some contain spaces. */
export type TypesOfKind = readonly [KindName, string]

type KindRule = (type: string, original: JsonRecord) => KindName | null

/** The rules are read in the order of the fields; the first answer decides. */
export interface TypeTable {
  /** The type that the table is about, as it is in the file. */
  typeOf: (original: JsonRecord) => string
  /** For types that do different things by their settings. */
  bySettings?: KindRule
  types: ReadonlyMap<string, KindName>
  /** For types that belong to a family by their name or category. */
  byFamily?: KindRule
  /** Text whose words may tell the kind; the type if it is not given, "" if its words mislead. */
  wordsOf?: (original: JsonRecord) => string
  /** For all other types. */
  otherwise?: KindRule
}

export const typesByKind = (rows: readonly TypesOfKind[]): ReadonlyMap<string, KindName> =>
  new Map(rows.flatMap(([kind, types]) => types.split(',').map((type) => [type.trim(), kind] as const)))

/** The kind of the first pattern that matches a type. */
export const byPattern =
  (patterns: readonly (readonly [RegExp, KindName])[]): KindRule =>
  (type) =>
    patterns.find(([pattern]) => pattern.test(type))?.[1] ?? null
