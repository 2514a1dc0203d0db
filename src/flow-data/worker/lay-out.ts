/** Runs a layout in a separate worker, because it would block other questions about a flow. */
import type { LayeredPositions } from '#flow/layered/layered-graph.ts'
import { startWorker } from '#lib/start-worker.ts'
import type { LayoutReply, LayoutRequest } from './layout-messages.ts'
// oxlint-disable-next-line import/default -- Vite creates the default export, the URL of the worker's bundle
import workerUrl from './layout-worker.ts?worker&url'

/**
 * `onShare` gets the completed fraction, 0 to 1. Rejects, and terminates the worker immediately, when `signal` is
 * aborted.
 */
export function layOut(
  request: LayoutRequest,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<LayeredPositions> {
  signal.throwIfAborted()
  const worker = startWorker(workerUrl)
  if (worker === null)
    return Promise.reject(new Error('The browser cannot start a background worker. Use another browser.'))
  const work = new Promise<LayeredPositions>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The layout was cancelled.', 'AbortError')), {
      once: true,
    })
    worker.addEventListener('error', () =>
      reject(new Error('The browser ran out of memory for the layout. Close other tabs first.')),
    )
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutReply>) => {
      if (data.is === 'under way') onShare(data.share)
      else if (data.is === 'done') resolve(data.positions)
      else reject(new Error(data.message))
    })
    worker.postMessage(request)
  })
  return work.finally(() => worker.terminate())
}
