/** Parses queries: parameters by the endpoint's schema, filters by its catalogue. */
import { z } from 'zod'
import { FilterGroup, readGroup } from '#contract/filter/filter-group.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { maxFilterRules, parseFilters, type FilterPart } from '#contract/filter/filter.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { Fault } from '#server/base/fault.ts'
import { validated, fieldErrors, parseOptions } from '#server/base/field-errors.ts'

export interface ReadQuery {
  query: unknown
  filter: FilterPart[]
}

/** Rejects NUL and invalid UTF-8, such as lone surrogates, which arrives as the replacement character. */
function refuseBadText(params: URLSearchParams, raw: string): void {
  if (!/%00|\0/.test(raw) && !/%[c-fC-F89abAB]/.test(raw)) return
  for (const [name, value] of params)
    if (/[\0\uFFFD]/.test(name + value))
      throw new Fault('invalid', `${name.replaceAll(/[\0\uFFFD]/g, '?')}: NUL and invalid UTF-8 are not allowed.`, {
        errors: { [name.replaceAll(/[\0\uFFFD]/g, '?')]: ['NUL and invalid UTF-8 are not allowed.'] },
      })
}

/** Throws errors by path; paths within a filter are also named in the message. */
export function refuseFilter(errors: Record<string, string[]>): void {
  const [place, messages] = Object.entries(errors)[0] ?? []
  if (place === undefined) return
  const message = messages?.[0] ?? 'A filter is invalid.'
  throw new Fault('unknown_filter', place.includes('.') ? `${place}: ${message}` : message, { errors })
}

/** Parameter with a filter group. */
const groupName = 'filter'

/** Parses `filter=`; errors by path. */
function groupOf(catalogue: Catalogue, text: string): FilterPart[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    refuseFilter({ [groupName]: ['This is not JSON. Use {"and": [{"field": "status", "values": ["open"]}]}.'] })
  }
  const read = z.strictObject({ [groupName]: FilterGroup }).safeParse({ [groupName]: json }, parseOptions)
  if (!read.success) refuseFilter(fieldErrors(read.error))
  const { group, errors } = readGroup(catalogue, read.data?.[groupName] ?? {})
  refuseFilter(errors)
  return [group]
}

function filtersOf(catalogue: Catalogue, params: URLSearchParams, reserved: ReadonlySet<string>): FilterPart[] {
  const texts = params.getAll(groupName).filter((text) => text !== '')
  const { rules, errors } = parseFilters(catalogue, params, new Set([...reserved, groupName]))
  refuseFilter(errors)
  const groups = texts.flatMap((text) => groupOf(catalogue, text))
  if (texts.length > maxFilterRules) refuseFilter({ [groupName]: [`Use at most ${maxFilterRules} filters.`] })
  return [...rules, ...groups]
}

/**
 * Creates the query parser of one endpoint. Endpoints without filters ignore unknown parameters. If a parameter is
 * repeated, its last non-empty value counts.
 */
export function queryReader(endpoint: AnyEndpoint): (raw: string) => ReadQuery {
  const { query: schema, filters } = endpoint
  const names = new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
  const empty = schema === null ? {} : undefined
  return (raw) => {
    if (empty !== undefined && filters === null) return { query: empty, filter: [] }
    const params = new URLSearchParams(raw)
    if (raw !== '') refuseBadText(params, raw)
    const known: Record<string, string> = {}
    // Forms send an empty value for "not set".
    for (const [name, value] of params) if (names.has(name) && value !== '') known[name] = value
    return {
      query: schema ? validated(schema, known) : {},
      filter: filters ? filtersOf(filters, params, names) : [],
    }
  }
}
