/** The worker that holds open flows. */
import type { FlowRequest } from './flow-messages.ts'
import { serveInOrder } from './serve-flows.ts'

const handle = serveInOrder((reply, transfer) => self.postMessage(reply, { transfer }))
self.addEventListener('message', ({ data }: MessageEvent<FlowRequest>) => handle(data))
