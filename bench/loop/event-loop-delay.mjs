/**
 * Preloaded into the process of the service. Reports the maximum event loop delay in ms since the last request, on a
 * separate port (HELD_PORT).
 */
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const nanosPerMs = 1e6

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  createServer((_, response) => {
    const held = delay.max / nanosPerMs
    delay.reset()
    response.end(JSON.stringify({ held }))
  })
    .listen(Number(process.env['HELD_PORT']), '127.0.0.1')
    .unref()
}
