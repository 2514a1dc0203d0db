/** What stands in the way of a flow, out of the answer that refused to activate it. */
import { z } from 'zod'
import type { ApiError } from '#api/errors.ts'
import { Finding } from '#contract/flow.ts'

const Refused = z.object({ validation: z.array(Finding) })

/** The errors among the findings; empty where the refusal had another reason. */
export function refusedFindings(error: ApiError): Finding[] {
  const refused = error.code === 'not_ready' ? Refused.safeParse(error.body) : null
  return refused?.success === true ? refused.data.validation.filter((finding) => finding.level === 'error') : []
}
