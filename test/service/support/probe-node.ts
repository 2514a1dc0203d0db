/** A node type for tests of the engine: fails, costs, waits and returns as its config specifies. */
import { numberOf, textOf, type Json } from '#lib/json/json.ts'
import type { NodeRunner, StepOutcome } from '#server/engine/node.ts'

/** Number of starts of each step, by `run/node#visit`. */
export const startCounts = new Map<string, number>()

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/** Fields of `config`: fails (times), ms, micros, output, size, secret (a text), code. */
export const probe: NodeRunner = {
  type: 'probe',
  timeoutMs: 10_000,
  async run(context): Promise<StepOutcome> {
    const { key, node, input, signal } = context
    const times = (startCounts.get(key) ?? 0) + 1
    startCounts.set(key, times)
    const { config } = node
    const micros = BigInt(numberOf(config['micros']) ?? 0)
    const costs = micros > 0n ? [{ kind: 'api', label: 'Probe', quantity: 1, unit: 'call', micros }] : []
    await sleep(numberOf(config['ms']) ?? 0, signal)
    const text = config['secret'] === undefined ? null : await context.text(textOf(config['secret']))
    if (text !== null) context.onRequest({ said: text.record })
    if (signal.aborted) return { is: 'failed', code: 'stopped', message: 'It was stopped.', retryable: false, costs }
    const fails = numberOf(config['fails']) ?? 0
    if (times <= fails)
      return {
        is: 'failed',
        code: textOf(config['code']) || 'broken',
        message: text === null ? 'It is broken.' : `It is broken by ${text.wire}.`,
        retryable: config['retryable'] !== false,
        costs,
      }
    const size = numberOf(config['size'])
    const given: Json = text?.wire ?? config['output'] ?? input
    return { is: 'done', handles: ['out'], output: size === null ? given : 'x'.repeat(size), costs }
  },
}
