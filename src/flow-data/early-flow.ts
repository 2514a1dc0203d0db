/**
 * A flow that is opened before its page: requested by the first script, parsed and laid out while the framework starts.
 */
import { isStalePrefetch, takeEarly } from '#api/request/early-requests.ts'
import { connectionPrefix } from '#api/connection/connection.ts'
import { flowReadAt } from '#contract/kernel/early-paths.ts'
import { openFlowData, prepareFlowData, type FlowData, type OpenedFlow } from './flow-data.ts'

export interface EarlyFlow {
  etag: string | null
  opened: OpenedFlow
}

let early: { id: string; flow: Promise<EarlyFlow | null>; at: number } | null = null

/** Painter of the early picture; its code loads while the flow is on its way. */
async function pictures(id: string): Promise<((data: FlowData) => void) | undefined> {
  const code = await import('#canvas/tiles/early-canvas.ts').catch(() => null)
  return code === null
    ? undefined
    : (data) => void code.showEarly(connectionPrefix() + id, (frame) => data.firstPicture(frame)).catch(() => null)
}

async function openEarly(id: string, answer: Promise<Response>, isVisible: boolean): Promise<EarlyFlow | null> {
  const picture = isVisible ? pictures(id) : undefined
  const response = await answer
  // The page reports the error: it takes the same response from the prefetch.
  if (!response.ok) return null
  // Takes the response, unless the page was faster; later readers send their own request.
  if (takeEarly(flowReadAt(id)) === null) return null
  const bytes = await response.arrayBuffer()
  const opened = await openFlowData(bytes, null, await picture)
  return { etag: response.headers.get('etag'), opened }
}

/**
 * Opens a flow that was requested with `sendEarly` as soon as it arrives. `isVisible` = its page shows only the canvas.
 */
export function startFlow(id: string, answer: Promise<Response>, isVisible: boolean): void {
  prepareFlowData()
  early = { id, flow: openEarly(id, answer, isVisible).catch(() => null), at: performance.now() }
}

/** Takes the flow that was opened early, once; null if there is none, it is stale, or it failed. */
export async function takeStartedFlow(id: string): Promise<EarlyFlow | null> {
  const found = early
  early = null
  return found === null || found.id !== id || isStalePrefetch(found.at) ? null : found.flow
}
