/** Requests a list by HTTP, follows its cursor, and examines the plans of its database queries. */
import { z } from 'zod'
import { sized } from '#bench/harness.ts'
import { planOf, readsOf, type Plan } from './plan.ts'
import type { Question } from './questions.ts'
import type { ListService } from './service.ts'

const ListBody = z.object({
  count: z.int(),
  count_is: z.string().optional(),
  next: z.string().nullable(),
  results: z.array(z.unknown()),
})

export interface Outcome {
  question: Question
  /** Response time in ms of each request after the first, including those for following pages. */
  times: number[]
  /** Response time in ms of the first, uncached request. */
  firstMs: number
  rowCount: number
  /** Rows read by all statements of the first request, or of the one for the following page if that is more. */
  read: number
  plans: Plan[]
}

/** Repetitions of a question after the first request; fewer if it is slow. */
const rounds = sized(3, 1)
const slowMs = 1500

async function get({ key }: ListService, url: string) {
  const startedAt = performance.now()
  const response = await fetch(url, { headers: { authorization: `Token ${key}` } })
  const text = await response.text()
  const ms = performance.now() - startedAt
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${text.slice(0, 500)}`)
  return { ms, body: ListBody.parse(JSON.parse(text)) }
}

/** Plans of the statements of the list itself; looking up caller and currency costs one row each. */
async function plansOf({ pool }: ListService, work: () => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const statement of await readsOf(work)) plans.push(await planOf(pool, statement))
  return plans
}

const readBy = (plans: readonly Plan[]): number => plans.reduce((sum, plan) => sum + plan.read, 0)

/** Response time of one request in ms. */
export const timeOf = async (service: ListService, path: string): Promise<number> =>
  (await get(service, `${service.url}${path}`)).ms

export async function measureQuestion(service: ListService, question: Question): Promise<Outcome> {
  const url = `${service.url}${question.path}`
  let first = { ms: 0, body: ListBody.parse({ count: 0, next: null, results: [] }) }
  const plans = await plansOf(service, async () => {
    first = await get(service, url)
  })
  const { next, results } = first.body
  const nextPage = next === null || question.isFar ? null : next
  const nextPagePlans = nextPage === null ? [] : await plansOf(service, () => get(service, nextPage))
  const times: number[] = []
  for (let round = 0; round < (first.ms > slowMs ? 1 : rounds); round += 1) {
    times.push((await get(service, url)).ms)
    if (nextPage !== null) times.push((await get(service, nextPage)).ms)
  }
  return {
    question,
    times,
    firstMs: first.ms,
    rowCount: results.length,
    read: Math.max(readBy(plans), readBy(nextPagePlans)),
    plans: [...plans, ...nextPagePlans],
  }
}
