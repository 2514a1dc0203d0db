/** What a run sends and which steps cost, in words. Pure. */
import type { Run } from '#contract/billing.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { RunEffects } from '#flow-data/questions/ask-run-effects.ts'
import { count } from '#lib/count.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

type Channels = Pick<FlowHead, 'bindings' | 'channels'>

/** The name of the channel that is chosen for a key; the quoted key if none is. */
const channelName = ({ bindings, channels }: Channels, key: string): string => {
  const id = Object.hasOwn(bindings.channels, key) ? bindings.channels[key] : null
  return channels.find((one) => one.id === id)?.name ?? `“${key}”`
}

const some = (number: number, one: string, many?: string): string[] => (number > 0 ? [count(number, one, many)] : [])

/** "1 reply, 2 messages by Support mail, 3 HTTP calls"; "" if a run sends nothing. */
export const sendWords = ({ replies, messages, calls }: RunEffects, flow: Channels): string =>
  [
    ...some(replies, 'reply', 'replies'),
    ...messages.map(({ channel, steps }) => `${count(steps, 'message')} by ${channelName(flow, channel)}`),
    ...some(calls, 'HTTP call'),
  ].join(', ')

/** "2 model calls, 1 code step"; "" if no step costs. */
export const costWords = ({ models, code }: RunEffects): string =>
  [...some(models, 'model call'), ...some(code, 'code step')].join(', ')

/** "1 other flow"; "" if a run starts none. */
export const startWords = ({ flows }: RunEffects): string => some(flows, 'other flow').join('')

/** What of this a test does: its replies have no recipient. "" if a run sends nothing. */
export function testWords({ replies, messages, calls }: RunEffects): string {
  const isSent = messages.length + calls > 0
  if (replies > 0) return isSent ? 'A test sends this too, except replies.' : 'A test does not send replies.'
  return isSent ? 'A test sends this too.' : ''
}

/** Whether a run sends or costs something. */
export const hasEffects = ({ messages, ...counts }: RunEffects): boolean =>
  messages.length > 0 || Object.values(counts).some((steps) => steps > 0)

/** Average cost of runs, as a money string; null without runs, or if a cost is unknown. */
export function averageCost(runs: readonly Pick<Run, 'cost'>[]): string | null {
  const micros = runs.flatMap(({ cost }) => parseMicros(cost) ?? [])
  if (runs.length === 0 || micros.length < runs.length) return null
  return formatMicros(micros.reduce((sum, one) => sum + one, 0n) / BigInt(runs.length))
}
