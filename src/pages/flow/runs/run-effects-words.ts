/** What a run sends and which steps cost, in words. Pure. */
import type { Run } from '#contract/billing.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { RunEffects } from '#flow-data/questions/ask-run-effects.ts'
import { count } from '#lib/count.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

type Channels = Pick<FlowHead, 'bindings' | 'channels'>

/** The name of the channel that is chosen for a key; the key if none is. */
const channelName = ({ bindings, channels }: Channels, key: string): string => {
  const id = Object.hasOwn(bindings.channels, key) ? bindings.channels[key] : null
  return channels.find((one) => one.id === id)?.name ?? key
}

const some = (number: number, one: string, many?: string): string[] => (number > 0 ? [count(number, one, many)] : [])

/** "1 reply, 2 messages by Support mail, 3 HTTP calls"; "" if a run sends nothing. */
export const sendWords = ({ replies, messages, calls, flows }: RunEffects, flow: Channels): string =>
  [
    ...some(replies, 'reply', 'replies'),
    ...messages.map(({ channel, steps }) => `${count(steps, 'message')} by ${channelName(flow, channel)}`),
    ...some(calls, 'HTTP call'),
    ...(flows > 0 ? [`${count(flows, 'start')} of another flow`] : []),
  ].join(', ')

/** "2 model calls, 1 code step"; "" if no step costs. */
export const costWords = ({ models, code }: RunEffects): string =>
  [...some(models, 'model call'), ...some(code, 'code step')].join(', ')

/** Whether a test sends something: its replies have no recipient. */
export const testSends = ({ messages, calls, flows }: RunEffects): boolean => messages.length + calls + flows > 0

/** Average cost of runs, as a money string; null without runs, or if a cost is unknown. */
export function averageCost(runs: readonly Pick<Run, 'cost'>[]): string | null {
  const micros = runs.flatMap(({ cost }) => parseMicros(cost) ?? [])
  if (runs.length === 0 || micros.length < runs.length) return null
  return formatMicros(micros.reduce((sum, one) => sum + one, 0n) / BigInt(runs.length))
}
