/** Next times of schedules. Source: docs/api.md, "Coming runs". */
import { z } from 'zod'
import { get, noun } from '#contract/kernel/endpoint.ts'
import { Currency, Money, pageQuery, Ref, Time } from '#contract/kernel/page.ts'

/** The next time of a schedule trigger. */
export const UpcomingRun = z.object({
  flow: Ref,
  /** Id of the trigger. */
  node_id: z.string(),
  at: Time,
  /** Mean duration and cost of the runs of the last 30 days that schedules started; null if there are none. */
  usual: z.object({ duration_ms: z.int(), cost: Money }).nullable(),
})
export type UpcomingRun = z.infer<typeof UpcomingRun>

export const UpcomingRuns = z.object({
  currency: Currency,
  /** The next 24 hours. */
  from: Time,
  to: Time,
  /** Number of triggers, of which `runs` has the first ones, each with its next time. */
  count: z.int(),
  runs: z.array(UpcomingRun),
})
/** Maximum number of triggers that are counted. */
export const maxUpcoming = 2000

export const upcomingRuns = noun('flow', {
  upcoming: get('/flow/upcoming/', {
    summary: 'List the next times of schedule triggers of active flows within 24 hours, soonest first',
    query: pageQuery.pick({ limit: true }),
    returns: UpcomingRuns,
    extension: 'flow_upcoming',
  }),
})
