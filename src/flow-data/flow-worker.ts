/** The worker that holds open flows. */
import { loadAnswers } from './answers.ts'
import type { FlowRequest } from './flow-messages.ts'
import { FlowService } from './serve-flows.ts'

const service = new FlowService((reply, transfer) => self.postMessage(reply, { transfer }))

/** One after the other: a question about a flow that is still being opened waits for it. */
let last: Promise<void> | null = null
self.addEventListener('message', ({ data }: MessageEvent<FlowRequest>) => {
  const isFirst = last === null
  last = (last ?? Promise.resolve()).then(() => service.take(data))
  if (isFirst) void last.then(loadAnswers)
})
