/**
 * Catalogue of a list's filter and order fields (docs/api.md, "Filters"), as data. Separate from the parser
 * (filter.ts), which pages without filters do not load.
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
  /** For choice and rank: the values, in order. For ref: words allowed besides ids ("me", "none"). */
  values: readonly string[]
  /** Filters on this field use an index. */
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

type FieldOptions = Partial<Pick<Field, 'values' | 'indexed' | 'orderable' | 'facet'>>

/** A field with its name and flags in the type, so that the service's column table must have a row for it. */
interface FieldOf<Name extends string, Type extends FieldType, Options extends FieldOptions> extends Field {
  name: Name
  type: Type
  orderable: Options extends { orderable: true } ? true : false
  facet: Options extends { facet: true } ? true : false
}

/** A field of a catalogue; its type determines the operators. */
export function field<
  const Name extends string,
  const Type extends FieldType,
  const Options extends FieldOptions = Record<never, never>,
>(name: Name, label: string, type: Type, options?: Options): FieldOf<Name, Type, Options>
export function field(name: string, label: string, type: FieldType, options: FieldOptions = {}): Field {
  const { values = [], indexed = false, orderable = false, facet = false } = options
  return { name, label, type, operators: operatorsOf[type], values, indexed, orderable, facet }
}
