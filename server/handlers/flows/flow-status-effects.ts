/**
 * Effects of a flow's status change, after the commit: updates its schedules, and ends suspended runs of a deleted
 * flow.
 */
import type { Context } from '#server/protocol/handler.ts'

/** Failures are only logged: the status is already committed, and the next start reconciles. */
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
