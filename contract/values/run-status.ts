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
