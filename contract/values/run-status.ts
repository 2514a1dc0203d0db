/** Statuses of a run. Source: docs/api.md, "Runs". */
import { z } from 'zod'

export const runStatuses = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  'timed_out',
  'blocked',
] as const
export const RunStatus = z.enum(runStatuses)
export type RunStatus = z.infer<typeof RunStatus>

/** Runs that have not ended. */
export const openRunStatuses = ['queued', 'running', 'waiting'] as const satisfies readonly RunStatus[]
/** Runs that count as failed: a blocked one did not start, and a cancelled one was ended on purpose. */
export const failedRunStatuses = ['failed', 'timed_out'] as const satisfies readonly RunStatus[]

export const isEnded = (status: RunStatus): boolean => !openRunStatuses.some((open) => open === status)
export const isFailed = (status: RunStatus): boolean => failedRunStatuses.some((failed) => failed === status)
