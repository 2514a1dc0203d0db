/** What a run can be. Source: API.md §3. */
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
