/** Worker that lays out one flow. The page terminates it when it is no longer needed. */
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import type { LayoutReply, LayoutRequest } from './layout-messages.ts'

const post = (reply: LayoutReply, transfer: Transferable[] = []): void => self.postMessage(reply, { transfer })

self.addEventListener('message', ({ data: { graph, options } }: MessageEvent<LayoutRequest>) => {
  try {
    const positions = layeredLayout(graph, { ...options, onProgress: (share) => post({ is: 'under way', share }) })
    if (positions === null) throw new Error('The layout ended unexpectedly.')
    post(
      { is: 'done', positions },
      Object.values(positions).map(({ buffer }: Float64Array<ArrayBuffer>) => buffer),
    )
  } catch (problem) {
    post({ is: 'failed', message: problem instanceof Error ? problem.message : String(problem) })
  }
})
