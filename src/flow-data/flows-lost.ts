/** Loss of all open flows, when their worker ends. In its own file, since pages load flow-data.ts later. */

/** The worker that held the flows ended, usually for lack of memory. */
export class FlowDataLost extends Error {
  override name = 'FlowDataLost'
}

const listeners = new Set<() => void>()

/** Calls back when all flows are lost; returns the function that stops it. */
export function onFlowsLost(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyFlowsLost(): void {
  for (const listener of listeners) listener()
}
