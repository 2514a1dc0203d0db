/** Reads a list to its end by following `next`, as a client does. */
import { z } from 'zod'
import type { TestService, Who } from './harness.ts'

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
const below = (url: string): string => url.slice(url.indexOf('/api/') + '/api'.length)

export async function readAny(service: TestService, as: Who, path: string): Promise<AnyPage> {
  const got = await service.request('GET', path, { as })
  if (got.status !== 200) throw new Error(`${path} was answered with ${got.status}: ${got.text}`)
  return got.as(AnyPage)
}

/** All rows, page by page; `link` is the direction. */
export async function walk(
  service: TestService,
  as: Who,
  path: string,
  link: 'next' | 'previous' = 'next',
): Promise<AnyPage['results']> {
  const rows: AnyPage['results'] = []
  for (let at: string | null = path; at !== null;) {
    const page: AnyPage = await readAny(service, as, at)
    if (link === 'next') rows.push(...page.results)
    else rows.unshift(...page.results)
    at = page[link] === null ? null : below(page[link])
  }
  return rows
}
