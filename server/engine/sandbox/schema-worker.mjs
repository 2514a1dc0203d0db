/**
 * A thread that validates values against JSON Schemas. A user's schema is not code, but its patterns can run
 * endlessly, and only terminating the thread stops them (pool.ts).
 */
import { parentPort } from 'node:worker_threads'
import { validateSchema } from './schema-validator.mjs'

/** @typedef {{ id: number, name: string, payload: string, timeoutMs: number }} Call `name`: "first" or "all". */

/** @param {Call} call @returns {string} JSON text */
function answerTo({ name, payload }) {
  try {
    const { schema, value } = JSON.parse(payload)
    return JSON.stringify({ ok: true, value: validateSchema(schema, value, name === 'first') })
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
