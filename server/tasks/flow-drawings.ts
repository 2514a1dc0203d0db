/** Drawings of flows for lists, cached by version, since the document of a version never changes. */
import type { FlowDrawing, FlowDrawings } from '#contract/flow.ts'
import { Fault } from '#server/base/fault.ts'
import type { Log } from '#server/base/log.ts'
import { documentSizes, textOfDocument } from '#server/store/flows/flow-document.ts'
import { findFlowDocument } from '#server/store/flows/validation-summaries.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { TaskProcess } from './task-process.ts'

/** Maximum number of cached drawings, of at most 2 kB each. */
const maxCached = 10_000
/** Bytes of documents after which a request leaves the other flows to the next one. */
const maxDrawnBytes = 4 * 1024 * 1024

const emptyDrawing: FlowDrawing = { width: 0, height: 0, boxes: [], kinds: [], edges: [] }

export interface FlowDrawer {
  /**
   * Drawings of the flows of the account, in this order.
   * @param admit waits for memory for a large document
   */
  draw(scope: Scope, ids: readonly string[], admit: (bytes: number) => Promise<void>): Promise<FlowDrawings['results']>
}

export function makeFlowDrawer(tasks: TaskProcess, log: Log): FlowDrawer {
  // In order of use, least recent first.
  const cache = new Map<string, FlowDrawing>()
  const touch = (key: string, drawing: FlowDrawing) => {
    cache.delete(key)
    cache.set(key, drawing)
    const [oldest] = cache.keys()
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
  }

  /** Null if the service is too busy now. A flow that cannot be drawn has an empty drawing. */
  async function drawOne(scope: Scope, id: string, admit: (bytes: number) => Promise<void>) {
    const document = await findFlowDocument(scope, id)
    try {
      if (document.text === null) await admit(document.size)
      return await tasks.drawDocument(scope.account, await textOfDocument(document, scope))
    } catch (error) {
      if (error instanceof Fault) return null
      log.warn('drawing a flow failed', { error, flow: id })
      return emptyDrawing
    }
  }

  return {
    async draw(scope, ids, admit) {
      const sizes = await documentSizes(scope, ids)
      let drawnBytes = 0
      const results: FlowDrawings['results'] = []
      // One after the other, so that a page of large flows does not occupy all processes.
      for (const id of ids) {
        const found = sizes.get(id)
        if (found === undefined) continue
        const key = JSON.stringify([scope.account, id, found.number])
        let drawing = cache.get(key) ?? null
        if (drawing === null && drawnBytes < maxDrawnBytes) {
          drawnBytes += found.size
          drawing = await drawOne(scope, id, admit)
        }
        if (drawing !== null) touch(key, drawing)
        results.push({ id, drawing })
      }
      return results
    },
  }
}
