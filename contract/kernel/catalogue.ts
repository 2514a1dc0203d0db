/**
 * The fields by which a list may be filtered and ordered (docs/api.md, "Filters"), as data. What reads filters by them is in filter.ts,
 * which a page that filters nothing does not load.
 */

export const operators = ['exact', 'not', 'in', 'gt', 'gte', 'lt', 'lte', 'icontains', 'isnull'] as const
export type Operator = (typeof operators)[number]

/** `rank` is a list whose order means something (priority); `ref` is an id; `flag` true or false; `search` is full text. */
export type FieldType = 'text' | 'choice' | 'rank' | 'ref' | 'flag' | 'time' | 'money' | 'whole' | 'list' | 'search'

export interface Field {
  name: string
  label: string
  type: FieldType
  operators: readonly Operator[]
  /** For choice and rank: the values, in order. For ref: words that stand beside ids ("me", "none"). */
  values: readonly string[]
  /** Filtering by it uses an index. */
  indexed: boolean
  /** `ordering` may name it. */
  orderable: boolean
  /** How many rows have each of its values can be asked (`…/facets/`). */
  facet: boolean
}

export interface Catalogue {
  readonly fields: readonly Field[]
  /** "cf": `cf.<key>=` filters by a custom field; null = there are none. */
  readonly customPrefix: string | null
  /** The ordering when none is asked. */
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

/** A field of a catalogue; operators follow from its type. */
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
