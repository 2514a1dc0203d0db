/** The current flow, from the answer to a save that came too late. */
import { z } from 'zod'
import type { ApiError } from '#api/errors.ts'

const Current = z.object({ name: z.string(), description: z.string(), version: z.int() })
export type FlowVersion = z.infer<typeof Current>

/** Null for any other error. */
export function currentOf(error: ApiError): FlowVersion | null {
  if (error.status !== 409 && error.status !== 412) return null
  const current = Current.safeParse(error.current)
  return current.success ? current.data : null
}
