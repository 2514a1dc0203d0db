/** Definition of a sample flow. */
import type { FlowStatus } from '#contract/flow.ts'
import type { TopicKey } from '#server/sample/conversations/messages.ts'

export interface Design {
  key: string
  name: string
  description: string
  status: FlowStatus
  tags: string[]
  version: number
  /** Days since creation and last change. */
  age: number
  changed: number
  /** Relative number of runs without a conversation; 0 = none. */
  volume: number
  /** Share of runs that fail on a normal day. */
  failures: number
  /** Topic of the flow's conversations, and their relative number; null = no conversations. */
  topic: { key: TopicKey; weight: number } | null
  /** Keys of the flow's channels. */
  channels: string[]
  /** Flow in the notation of flow-plan.ts. */
  plan: string
}

/** Completes a definition with defaults: active, changed some weeks ago, 2% of runs fail. */
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
