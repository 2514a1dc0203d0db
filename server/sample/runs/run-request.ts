import type { triggerKinds } from '#contract/billing.ts'
import type { ChannelType } from '#contract/values/channel-type.ts'
import type { FlowPaths } from './run-paths.ts'

export interface RunChannel {
  id: string
  name: string
  type: ChannelType
  /** Micros of a message that goes out. */
  cost: number
}

export interface SampleFlow {
  id: string
  name: string
  version: number
  shape: FlowPaths
  failures: number
  channels: RunChannel[]
}

export interface RunRequest {
  flow: SampleFlow
  at: number
  /** Which of the flow's triggers it comes in by. */
  kind: string
  trigger: (typeof triggerKinds)[number]
  channel?: RunChannel | null
  conversation?: { id: string; number: number }
  isTest?: boolean
  attempt?: number
  retryOf?: string
  parentRun?: string
  /** It began just now and is not done. */
  underWay?: boolean
}
