/** The worker that holds open flows. */
import type { FlowRequest } from './flow-messages.ts'
import { takesInTurn } from './serve-flows.ts'

const take = takesInTurn((reply, transfer) => self.postMessage(reply, { transfer }))
self.addEventListener('message', ({ data }: MessageEvent<FlowRequest>) => take(data))
