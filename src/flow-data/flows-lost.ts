/** That all open flows are gone: the worker that held them ended. Apart from what holds them, which pages may load later. */

/** What was held is gone: the worker ended, most often for want of memory. */
export class FlowDataLost extends Error {
  override name = 'FlowDataLost'
}

const listeners = new Set<() => void>()

/** Calls back when all that was held is gone; returns what ends it. */
export function onFlowsLost(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

export function tellFlowsLost(): void {
  for (const tell of listeners) tell()
}
