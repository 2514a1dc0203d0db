/** What a run may cost and send, before it starts. Source: docs/api.md, "Runs". */
import { z } from 'zod'
import { get, noun } from '#contract/kernel/endpoint.ts'
import { Currency, Id, Money } from '#contract/kernel/page.ts'

export const RunPlan = z.object({
  currency: Currency,
  /** Mean cost of the runs of the last 30 days that succeeded; null if there are none, 0 if no step costs anything. */
  cost: Money.nullable(),
  /** As in the plan of a bulk action. */
  messages: z.int(),
  requests: z.int(),
  flows: z.int(),
  /** Whether the run is simulated, as runs of the sample are: it sends nothing and costs nothing. */
  is_simulated: z.boolean(),
})
export type RunPlan = z.infer<typeof RunPlan>

export const runPlan = noun('run', {
  planStart: get('/flow/{id}/run/plan/', {
    summary: 'Tell what a run of a flow may cost and send, without starting it',
    query: z.object({
      /** Id of the trigger; without it, all steps of the flow count. */
      trigger: Id.optional(),
    }),
    returns: RunPlan,
    errors: ['not_found'],
    extension: 'flow_run_plan',
  }),
})
