/** What follows a change of a flow's status, once it is written: its schedules come or go, and with the flow what rests of its runs. */
import type { Context } from '#server/protocol/handler.ts'

/** A failure is logged, not told: the status stands, what comes at its time finds it, and the next start makes it good. */
export const flowStatusEffects =
  ({ services: { engine, log }, scope: { account }, requestId }: Context, flow: string, { isGone = false } = {}) =>
  async (): Promise<void> => {
    if (!engine) return
    try {
      await engine.activation(account, flow)
      if (isGone) await engine.flowGone(account, flow)
    } catch (error) {
      log.error('applying the effects of a flow change failed', { error, flow, request_id: requestId })
    }
  }
