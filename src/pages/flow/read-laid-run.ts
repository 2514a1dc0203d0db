import { call } from '#api/client.ts'
import { run as runApi, type RunDetail } from '#contract/billing.ts'
import { overlayRun } from '#flow/run-overlay.ts'

export interface ReadRun {
  run: RunDetail
  /** How it is laid over a flow: it comes with the run, so that a canvas without one needs none of it. */
  overlay: typeof overlayRun
}

/** A run with its steps. Rejects with an ApiError. */
export const readLaidRun = async (id: string, signal: AbortSignal): Promise<ReadRun> => ({
  run: await call(runApi.read, { id }, { signal }),
  overlay: overlayRun,
})
