/**
 * A thread that looks whether values fit JSON Schemas. What people wrote is data here, never code; but a pattern of theirs can
 * take for ever, which only the end of the thread stops (pool.ts).
 */
import { parentPort } from 'node:worker_threads'
import { fitOf } from './schema-fit.mjs'

/** @typedef {{ id: number, name: string, payload: string, timeoutMs: number }} Call `name`: "first" or "all". */

/** @param {Call} call @returns {string} JSON text */
function answerTo({ name, payload }) {
  try {
    const { schema, value } = JSON.parse(payload)
    return JSON.stringify({ ok: true, value: fitOf(schema, value, name === 'first') })
  } catch (error) {
    const code = error instanceof RangeError ? 'too_deep' : 'error'
    return JSON.stringify({ ok: false, failure: { code, message: String(error).slice(0, 600) } })
  }
}

parentPort?.on('message', (/** @type {Call} */ call) => {
  parentPort?.postMessage({ id: call.id, began: true })
  const began = performance.now()
  const answer = answerTo(call)
  parentPort?.postMessage({ id: call.id, answer, ms: performance.now() - began, isBroken: false })
})
