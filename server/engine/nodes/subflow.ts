/** subflow: starts another flow, and optionally waits for its end. Source: docs/engine.md, "Nodes". */
import { isRecord, numberOf, textOf, type Json } from '#lib/json/json.ts'
import type { NodeRunner } from '#server/engine/node.ts'

/** Code and message of a child run that did not succeed. */
const errorOf = (payload: Json) => {
  const error = isRecord(payload) ? payload['error'] : null
  const { code, message } = isRecord(error ?? null) && isRecord(error) ? error : {}
  const status = isRecord(payload) ? textOf(payload['status']) : ''
  return {
    code: textOf(code) || status || 'failed',
    message: textOf(message) || `The started flow ended with the status “${status}”.`,
  }
}

export const subflow: NodeRunner = {
  type: 'subflow',
  timeoutMs: 30_000,
  isFree: true,
  check: (node) =>
    textOf(node.config['flow']).trim() === ''
      ? [`The flow to start is missing in “${node.name}”. Enter its id or name.`]
      : [],
  async run(context) {
    const { node, input, values } = context
    // The child run stores and shows its input, so the input must not contain secrets.
    const flow = (await context.text(textOf(node.config['flow']))).record.trim()
    const given = node.config['input']
    const sent =
      given === undefined || given === null || given === '' ? input : context.mask((await context.fill(given)).record)
    const seconds = numberOf(node.config['timeout_s'])
    context.onRequest({ flow, input: sent })
    return {
      is: 'subflow',
      flow,
      input: sent,
      wait: node.config['wait'] !== false,
      timeoutAt: seconds === null ? null : new Date(Date.parse(values.now) + seconds * 1000),
    }
  },
  async wake(_context, payload) {
    if (payload === null)
      return {
        is: 'failed',
        code: 'timeout',
        message: 'The started flow did not finish in time. It continues to run. Raise timeout_s to wait longer.',
        retryable: false,
      }
    const output = isRecord(payload) ? (payload['output'] ?? null) : null
    if (isRecord(payload) && payload['status'] === 'succeeded') return { is: 'done', handles: ['out'], output }
    return { is: 'failed', ...errorOf(payload), retryable: false, output: payload }
  },
}
