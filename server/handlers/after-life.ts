/** What follows a change of a flow's status, once it is written: its schedules come or go. */
import type { Context } from './handler.ts'

/** A failure is logged, not told: the status stands, what comes at its time finds it, and the next start makes it good. */
export const afterLife =
  ({ services: { engine, log }, scope: { account }, requestId }: Context, flow: string) =>
  async (): Promise<void> => {
    if (!engine) return
    try {
      await engine.activation(account, flow)
    } catch (error) {
      log.error('schedules are behind', { error, flow, request_id: requestId })
    }
  }
