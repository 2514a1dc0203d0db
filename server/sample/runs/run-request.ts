import type { triggerKinds } from '#contract/billing.ts'
import type { ChannelType } from '#contract/values/channel-type-schema.ts'
import type { FlowPaths } from './run-paths.ts'

export interface RunChannel {
  id: string
  name: string
  type: ChannelType
  /** Cost of a sent message in micros. */
  cost: number
}

export interface SampleFlow {
  id: string
  name: string
  version: number
  paths: FlowPaths
  failures: number
  channels: RunChannel[]
}

export interface RunRequest {
  flow: SampleFlow
  at: number
  /** Kind of the trigger node at which the path begins. */
  kind: string
  trigger: (typeof triggerKinds)[number]
  channel?: RunChannel | null
  conversation?: { id: string; number: number }
  isTest?: boolean
  attempt?: number
  retryOf?: string
  parentRun?: string
  /** True if the run has just started and is still in progress. */
  isInProgress?: boolean
}
