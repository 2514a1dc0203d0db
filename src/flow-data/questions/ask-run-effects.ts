/** What a run of a flow may send, and which of its steps cost. */
import { isForeignStepCode } from '#flow/health/finding-codes.ts'
import { kindOf } from '#flow/node-kind.ts'
import { textOf } from '#lib/json/json.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** Numbers of steps; a run takes some of them, or some more than once. */
export interface RunEffects {
  replies: number
  /** Messages outside of the run's conversation, by the key of their channel. */
  messages: { channel: string; steps: number }[]
  calls: number
  flows: number
  models: number
  code: number
}

/** Steps that are disabled, or that run only in another product, do nothing. */
export function runEffectsIn({ nodes, validation }: MemoizedFlow): RunEffects {
  const foreign = new Set(validation.filter(({ code }) => isForeignStepCode(code)).map((one) => one.node_id))
  const effects = { replies: 0, calls: 0, flows: 0, models: 0, code: 0 }
  const messages = new Map<string, number>()
  for (const { id, type, disabled, config } of nodes) {
    if (disabled || foreign.has(id)) continue
    const kind = kindOf(type)
    const channel = textOf(config['channel'])
    if (kind === 'api') effects.calls += 1
    else if (kind === 'subflow') effects.flows += 1
    else if (kind === 'agent') effects.models += 1
    else if (kind === 'code') effects.code += 1
    else if (kind !== 'message') continue
    else if (channel === '' || channel === 'reply') effects.replies += 1
    else messages.set(channel, (messages.get(channel) ?? 0) + 1)
  }
  return { ...effects, messages: [...messages].map(([channel, steps]) => ({ channel, steps })) }
}
