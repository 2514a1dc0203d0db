/** Reads a list to its end by following `next`, as a client does. */
import { z } from 'zod'
import type { TestService, TestCaller } from './harness.ts'

const Row = z.looseObject({ id: z.string() })
export const AnyPage = z.object({
  count: z.int(),
  count_is: z.string().optional(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(Row),
})
export type AnyPage = z.infer<typeof AnyPage>

/** "/api/flow/?x" of an absolute URL, below /api. */
const pathBelowApi = (url: string): string => url.slice(url.indexOf('/api/') + '/api'.length)

export async function readAny(service: TestService, as: TestCaller, path: string): Promise<AnyPage> {
  const response = await service.request('GET', path, { as })
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${response.text}`)
  return response.as(AnyPage)
}

/** All rows, page by page; `link` is the direction. */
export async function readAllRows(
  service: TestService,
  as: TestCaller,
  path: string,
  link: 'next' | 'previous' = 'next',
): Promise<AnyPage['results']> {
  const rows: AnyPage['results'] = []
  for (let at: string | null = path; at !== null;) {
    const page: AnyPage = await readAny(service, as, at)
    if (link === 'next') rows.push(...page.results)
    else rows.unshift(...page.results)
    at = page[link] === null ? null : pathBelowApi(page[link])
  }
  return rows
}
