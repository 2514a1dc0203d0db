/** Loaded before the service: tells on a port of its own (HELD_PORT) for how long the event loop was held at most since it was asked last, in milliseconds. */
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
