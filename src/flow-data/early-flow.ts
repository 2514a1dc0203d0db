/** A flow that is opened before the page that shows it: asked for by the first script, parsed and laid out while the framework starts. */
import { isOld, takeEarly } from '#api/request/early-requests.ts'
import { flowReadAt } from '#contract/kernel/early-paths.ts'
import { openFlowData, prepareFlowData, type FlowData, type OpenedFlow } from './flow-data.ts'

export interface EarlyFlow {
  etag: string | null
  opened: OpenedFlow
}

let early: { id: string; flow: Promise<EarlyFlow | null>; at: number } | null = null

/** The flow in the place of its canvas, until that is there: its code comes while the flow is on its way. */
async function pictures(): Promise<((data: FlowData) => void) | undefined> {
  const code = await import('#canvas/tiles/early-canvas.ts').catch(() => null)
  return code === null
    ? undefined
    : (data) => void code.showEarly((frame) => data.firstPicture(frame)).catch(() => null)
}

async function openEarly(path: string, answer: Promise<Response>, isSeen: boolean): Promise<EarlyFlow | null> {
  const picture = isSeen ? pictures() : undefined
  const response = await answer
  // What is wrong with an answer is said by the page, which takes it from where it is kept.
  if (!response.ok) return null
  // It is used here, unless the page was faster: whoever reads the flow next asks anew.
  if (takeEarly(path) === null) return null
  const bytes = await response.arrayBuffer()
  const opened = await openFlowData(bytes, null, await picture)
  return { etag: response.headers.get('etag'), opened }
}

/**
 * Opens a flow that was asked for with `sendEarly` as soon as it is there. `isSeen` = all that its page will show is the flow
 * on its canvas.
 */
export function startFlow(id: string, answer: Promise<Response>, isSeen: boolean): void {
  prepareFlowData()
  early = { id, flow: openEarly(flowReadAt(id), answer, isSeen).catch(() => null), at: performance.now() }
}

/** The flow that was opened ahead, once; null where none was, it is old, or it could not be opened. */
export async function takeStartedFlow(id: string): Promise<EarlyFlow | null> {
  const found = early
  early = null
  return found === null || found.id !== id || isOld(found.at) ? null : found.flow
}
