/** Worker that lays out one flow. The page terminates it when it is no longer needed. */
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import type { LayoutReply, LayoutRequest } from './layout-messages.ts'

const say = (reply: LayoutReply, transfer: Transferable[] = []): void => self.postMessage(reply, { transfer })

self.addEventListener('message', ({ data: { graph, manner } }: MessageEvent<LayoutRequest>) => {
  try {
    const laid = layeredLayout(graph, { ...manner, onProgress: (share) => say({ is: 'under way', share }) })
    if (laid === null) throw new Error('The layout ended unexpectedly.')
    say(
      { is: 'done', laid },
      Object.values(laid).map(({ buffer }: Float64Array<ArrayBuffer>) => buffer),
    )
  } catch (problem) {
    say({ is: 'failed', message: problem instanceof Error ? problem.message : String(problem) })
  }
})
