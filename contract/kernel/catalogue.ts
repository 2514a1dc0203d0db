/**
 * Catalogue of a list's filter and order fields (docs/api.md, "Filters"), as data. The parser is in filter.ts, which
 * pages without filters do not load.
 */

export const operators = ['exact', 'not', 'in', 'gt', 'gte', 'lt', 'lte', 'icontains', 'isnull'] as const
export type Operator = (typeof operators)[number]

/** `rank` is an ordered choice (priority); `ref` an id; `flag` true or false; `search` full text. */
export type FieldType = 'text' | 'choice' | 'rank' | 'ref' | 'flag' | 'time' | 'money' | 'whole' | 'list' | 'search'

export interface Field {
  name: string
  label: string
  type: FieldType
  operators: readonly Operator[]
  /** For choice and rank: the values, in order. For ref: words allowed beside ids ("me", "none"). */
  values: readonly string[]
  /** Filters on it use an index. */
  indexed: boolean
  /** May be used in `ordering`. */
  orderable: boolean
  /** Counts per value are available (`…/facets/`). */
  facet: boolean
}

export interface Catalogue {
  readonly fields: readonly Field[]
  /** "cf": `cf.<key>=` filters by a custom field; null = no custom fields. */
  readonly customPrefix: string | null
  /** Default ordering. */
  readonly defaultOrdering: string
}

const choiceOperators = ['exact', 'not', 'in', 'isnull'] as const
const rangeOperators = ['exact', 'gt', 'gte', 'lt', 'lte', 'isnull'] as const
const operatorsOf: Record<FieldType, readonly Operator[]> = {
  text: ['exact', 'not', 'in', 'icontains', 'isnull'],
  choice: choiceOperators,
  rank: ['exact', 'not', 'in', 'gt', 'gte', 'lt', 'lte'],
  ref: choiceOperators,
  list: choiceOperators,
  flag: ['exact'],
  time: rangeOperators,
  money: rangeOperators,
  whole: rangeOperators,
  search: ['exact'],
}

/** A field of a catalogue; its type determines the operators. */
export const field = (
  name: string,
  label: string,
  type: FieldType,
  more: { values?: readonly string[]; indexed?: boolean; orderable?: boolean; facet?: boolean } = {},
): Field => ({
  name,
  label,
  type,
  operators: operatorsOf[type],
  values: more.values ?? [],
  indexed: more.indexed ?? false,
  orderable: more.orderable ?? false,
  facet: more.facet ?? false,
})
