/** A list query as plain data that can be sent to a worker: filter, order and page. Pure. */
import { field } from '#contract/kernel/catalogue.ts'
import { parseFilters, type Rule } from '#contract/filter/filter.ts'
import type { AnyEndpoint, FilterParams, Noun } from '#contract/kernel/endpoint.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import type { OrderPart } from './row-order.ts'

/** One parameter of a request, and the rule that it states. */
export interface Test {
  /** As sent: "status", "priority__gte". */
  parameter: string
  rule: Rule
}

export interface ListQuery {
  noun: Noun
  tests: readonly Test[]
  /** By precedence. */
  ordering: readonly OrderPart[]
  offset: number
  limit: number
  /** Time zone for dates without a time. */
  zone: string
}

/** Filter parameters of lists without a catalogue of fields; those of a catalogue are parsed with its grammar. */
const standardFields = {
  search: field('search', 'Search', 'search'),
  status: field('status', 'Status', 'text'),
  tag: field('tags', 'Tag', 'list'),
  type: field('type', 'Type', 'text'),
  category: field('category', 'Category', 'text'),
} as const

const isStandardField = (name: string): name is keyof typeof standardFields => Object.hasOwn(standardFields, name)

const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) && number >= 0 ? number : null
}

function standardTest(parameter: keyof typeof standardFields, text: string): Test[] {
  const of = standardFields[parameter]
  const values = of.type === 'search' ? [text] : text.split(',').map((one) => one.trim())
  const given = values.filter((value) => value !== '')
  const operator = of.type === 'search' ? 'exact' : 'in'
  return given.length === 0 ? [] : [{ parameter, rule: { field: of, customKey: null, operator, values: given } }]
}

function filterTests(endpoint: AnyEndpoint, filters: FilterParams): Test[] {
  const { filters: catalogue } = endpoint
  if (catalogue === null) return []
  return Object.entries(filters).flatMap(([parameter, given]) =>
    (typeof given === 'string' ? [given] : (given ?? [])).flatMap((text) =>
      parseFilters(catalogue, [[parameter, text]], new Set()).rules.map((rule) => ({ parameter, rule })),
    ),
  )
}

const ranksOf = (endpoint: AnyEndpoint, name: string): readonly string[] =>
  endpoint.filters?.fields.find((one) => one.name === name && one.type === 'rank')?.values ?? []

const isFilters = (value: unknown): value is FilterParams => typeof value === 'object' && value !== null

/** The query of a list's input. A page that begins at a cursor has offset 0 here. */
export function listQuery(endpoint: AnyEndpoint, input: Readonly<Record<string, unknown>>): ListQuery {
  const limit = numberOf(input['limit'] ?? input['page_size']) ?? defaultLimit
  const page = numberOf(input['page'])
  const { ordering } = input
  const plain = Object.entries(input).flatMap(([name, value]) =>
    isStandardField(name) && typeof value === 'string' ? standardTest(name, value) : [],
  )
  return {
    noun: endpoint.noun,
    tests: [...plain, ...(isFilters(input['filters']) ? filterTests(endpoint, input['filters']) : [])],
    ordering: (typeof ordering === 'string' ? ordering.split(',') : [])
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => ({ name: part.replace(/^-/, ''), descending: part.startsWith('-') }))
      .map((part) => ({ ...part, values: ranksOf(endpoint, part.name) })),
    offset: numberOf(input['offset']) ?? (page === null || page === 0 ? 0 : (page - 1) * limit),
    limit,
    zone: typeof input['tz'] === 'string' ? input['tz'] : 'UTC',
  }
}
