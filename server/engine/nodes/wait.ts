/** wait: waits for some seconds, until a time, or for an event with a timeout. Source: docs/engine.md, "Nodes". */
import { secretInWait } from '#flow/health/finding-codes.ts'
import { numberOf, textOf } from '#lib/json/json.ts'
import type { Node } from '#contract/flow.ts'
import type { NodeRunner, StepOutcome } from '#server/engine/node.ts'
import { withoutSecrets, type RenderedValue } from '#server/engine/text/masked-value.ts'

/** One leap year: a longer wait is probably a mistake in the unit. */
const maxWaitSeconds = 366 * 86_400

const isWait = (seconds: number): boolean => seconds >= 0 && seconds <= maxWaitSeconds

const events = ['reply', 'webhook'] as const

const eventOf = (node: Node) => events.find((event) => event === node.config['event']) ?? null

function problemsOf(node: Node): string[] {
  const { seconds, until, event, timeout_s: timeout } = node.config
  const given = [seconds, until, event].filter((value) => value !== undefined && value !== null)
  const name = `“${node.name}”`
  if (given.length !== 1) return [`${name} needs exactly one of seconds, until and event.`]
  const found: string[] = []
  if (event !== undefined && event !== null && eventOf(node) === null)
    found.push(`${name} waits for an unknown event. Use reply or webhook.`)
  for (const [field, value] of [
    ['seconds', seconds],
    ['timeout_s', timeout],
  ] as const) {
    if (value === undefined || value === null || (typeof value === 'string' && value.includes('{{'))) continue
    const number = numberOf(value)
    if (number === null || !isWait(number))
      found.push(`${name}: ${field} must be a number from 0 to ${maxWaitSeconds}.`)
  }
  return found
}

const failed = (code: string, message: string): StepOutcome => ({ is: 'failed', code, message, retryable: false })
const badTime = (message: string) => failed('bad_time', message)
/** The end of a wait is stored and shown, so it must not contain a secret. */
const secretTime = failed(
  secretInWait,
  'The wait time contains a secret, so the wait did not start. Enter the time directly or use a variable.',
)

export const wait: NodeRunner = {
  type: 'wait',
  timeoutMs: 10_000,
  isFree: true,
  isRepeatable: true,
  check: problemsOf,
  async run(context) {
    const { node, values } = context
    const filled = async (field: string): Promise<RenderedValue> => {
      const value = node.config[field]
      return typeof value === 'string' ? context.text(value) : withoutSecrets(value ?? null)
    }
    const now = Date.parse(values.now)
    const event = eventOf(node)
    if (event !== null) {
      const given = await filled('timeout_s')
      if (given.wire !== given.record) return secretTime
      const timeout = numberOf(given.record)
      if (timeout !== null && !isWait(timeout))
        return badTime(`The timeout must be a number of seconds from 0 to ${maxWaitSeconds}.`)
      context.onRequest({ event, timeout_s: timeout })
      return { is: 'waiting', event, until: timeout === null ? null : new Date(now + timeout * 1000) }
    }
    if (node.config['until'] != null) {
      const given = await filled('until')
      if (given.wire !== given.record) return secretTime
      const until = Date.parse(textOf(given.record))
      if (!Number.isFinite(until)) return badTime('This is not a time. Use one like 2026-11-01T09:00:00Z.')
      if (until - now > maxWaitSeconds * 1000) return badTime('The time is more than a year away. Use an earlier time.')
      context.onRequest({ until: new Date(until).toISOString() })
      // Past times are replaced by now, since databases do not support all dates.
      return { is: 'waiting', event: null, until: new Date(Math.max(until, now)) }
    }
    const given = await filled('seconds')
    if (given.wire !== given.record) return secretTime
    const seconds = numberOf(given.record)
    if (seconds === null || !isWait(seconds))
      return badTime(`The seconds to wait must be a number from 0 to ${maxWaitSeconds}.`)
    context.onRequest({ seconds })
    if (seconds === 0) return { is: 'done', handles: ['out'], output: context.input }
    return { is: 'waiting', event: null, until: new Date(now + seconds * 1000) }
  },
  async wake({ node, input }, payload) {
    if (eventOf(node) === null) return { is: 'done', handles: ['out'], output: input }
    if (payload === null) return { is: 'done', handles: ['timeout'], output: input }
    return { is: 'done', handles: ['out'], output: payload }
  },
}
