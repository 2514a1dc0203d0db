/** The query of a request: checked by the endpoint's schema, filters by its catalogue. */
import { z } from 'zod'
import { parseFilters, type Catalogue, type Rule } from '#contract/filter.ts'
import type { AnyEndpoint } from '#contract/kernel.ts'
import { Fault } from '#server/fault.ts'
import { checked } from './field-errors.ts'

export interface ReadQuery {
  query: unknown
  rules: Rule[]
}

/** NUL and lone surrogates (which arrive as the replacement of broken UTF-8) are no text. */
function refuseBadText(params: URLSearchParams, raw: string): void {
  if (!/%00|\0/.test(raw) && !/%[c-fC-F89abAB]/.test(raw)) return
  for (const [name, value] of params)
    if (/[\0\uFFFD]/.test(name + value))
      throw new Fault('invalid', `${name.replaceAll(/[\0\uFFFD]/g, '?')}: NUL and broken UTF-8 are no text.`, {
        errors: { [name.replaceAll(/[\0\uFFFD]/g, '?')]: ['NUL and broken UTF-8 are no text.'] },
      })
}

function filtersOf(catalogue: Catalogue, params: URLSearchParams, reserved: ReadonlySet<string>): Rule[] {
  const { rules, errors } = parseFilters(catalogue, params, reserved)
  const wrong = Object.values(errors)[0]
  if (wrong) throw new Fault('unknown_filter', wrong[0] ?? 'A filter is not understood.', { errors })
  return rules
}

/** Reads queries of one endpoint. A plain list ignores what it does not know; of a repeated parameter the last one counts. */
export function queryReader(endpoint: AnyEndpoint): (raw: string) => ReadQuery {
  const { query: schema, filters } = endpoint
  const names = new Set(schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
  const empty = schema === null ? {} : undefined
  return (raw) => {
    if (empty !== undefined && filters === null) return { query: empty, rules: [] }
    const params = new URLSearchParams(raw)
    if (raw !== '') refuseBadText(params, raw)
    const known: Record<string, string> = {}
    // An empty value is what a form sends for "not set".
    for (const [name, value] of params) if (names.has(name) && value !== '') known[name] = value
    return {
      query: schema ? checked(schema, known) : {},
      rules: filters ? filtersOf(filters, params, names) : [],
    }
  }
}
