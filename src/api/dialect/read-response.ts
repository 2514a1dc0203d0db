/** Converts the response of an endpoint from any dialect to the contract. Pure. */
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import type { Json } from '#lib/json/json.ts'
import type { DialectFindings } from './findings.ts'
import { nounOf } from './fields/is-contract.ts'
import { isList } from './fields/is-list.ts'
import { readList } from './read-list.ts'
import { readObject } from './read-object.ts'
import type { ReadContext } from './reading.ts'

/** Returns a response of unknown shape unchanged. */
export function readResponse(
  endpoint: AnyEndpoint,
  json: Json,
  context: ReadContext,
): { body: unknown; findings: DialectFindings } {
  const noun = nounOf(endpoint) ?? endpoint.noun
  if (!isList(endpoint)) {
    const { object, findings } = readObject(noun, json, context)
    return { body: object ?? json, findings }
  }
  const { rows, shape, total, isAbout, paging, extra, findings } = readList(noun, json, context)
  if (shape === null) return { body: json, findings }
  const next =
    paging.next === null
      ? null
      : new URLSearchParams(Object.entries(paging.next).map(([name, value]) => [name, String(value)])).toString()
  const page = {
    count: total ?? rows.length,
    ...(isAbout ? { count_is: 'about' } : {}),
    next: next === null ? null : `?${next}`,
    previous: null,
    results: rows,
    ...extra,
  }
  return { body: page, findings }
}
