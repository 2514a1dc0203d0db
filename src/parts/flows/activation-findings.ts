/** What stands in the way of a flow, out of the answer that refused to activate it. */
import { z } from 'zod'
import type { ApiError } from '#api/errors.ts'
import { Finding } from '#contract/flow.ts'

const Refused = z.object({ validation: z.array(Finding) })

/** The errors among the findings; empty where the refusal had another reason. */
export function activationFindings(error: ApiError): Finding[] {
  const refused = error.code === 'not_ready' ? Refused.safeParse(error.body) : null
  return refused?.success === true ? refused.data.validation.filter((finding) => finding.level === 'error') : []
}

/** What is wrong with a flow as it was read, with the errors that activating it found; null where that told none. */
export function findingsWith(refused: ApiError | null, known: readonly Finding[]): Finding[] | null {
  const errors = refused === null ? [] : activationFindings(refused)
  return errors.length === 0 ? null : [...errors, ...known.filter(({ level }) => level !== 'error')]
}
