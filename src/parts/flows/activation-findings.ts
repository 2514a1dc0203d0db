/** Findings that block the activation of a flow, from the error response. */
import { z } from 'zod'
import type { ApiError } from '#api/errors.ts'
import { Finding } from '#contract/flow.ts'

const Refused = z.object({ validation: z.array(Finding) })

/** The errors that block the activation; empty if it failed for another reason. */
export function activationFindings(error: ApiError): Finding[] {
  const refused = error.code === 'not_ready' ? Refused.safeParse(error.body) : null
  return refused?.success === true ? refused.data.validation.filter((finding) => finding.level === 'error') : []
}

/** The known findings, with the errors replaced by those of the failed activation; null if it returned none. */
export function findingsWith(refused: ApiError | null, known: readonly Finding[]): Finding[] | null {
  const errors = refused === null ? [] : activationFindings(refused)
  return errors.length === 0 ? null : [...errors, ...known.filter(({ level }) => level !== 'error')]
}
