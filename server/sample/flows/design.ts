/** What a sample flow is written down as. */
import type { FlowStatus } from '#contract/flow.ts'
import type { TopicKey } from '#server/sample/conversations/messages.ts'

export interface Design {
  key: string
  name: string
  description: string
  status: FlowStatus
  tags: string[]
  version: number
  /** Days since it was made, and since it was changed last. */
  age: number
  changed: number
  /** Share of the runs that no conversation starts; 0 = never runs by itself. */
  volume: number
  /** Share of runs that fail on a usual day. */
  failures: number
  /** What people write about when they reach it, with the weight of it; null = nobody writes to it. */
  topic: { key: TopicKey; weight: number } | null
  /** Keys of the channels that it answers in. */
  channels: string[]
  /** Lines as flow-plan.ts reads them. */
  plan: string
}

/** The usual case: active, changed some weeks ago, one of fifty runs fails. */
export const design = (given: Pick<Design, 'key' | 'name' | 'description' | 'plan'> & Partial<Design>): Design => ({
  status: 'active',
  tags: [],
  version: 3,
  age: 190,
  changed: 20,
  volume: 1,
  failures: 0.02,
  topic: null,
  channels: [],
  ...given,
})
