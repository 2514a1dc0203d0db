import type { triggerKinds } from '#contract/billing.ts'
import type { ChannelType } from '#contract/values/channel-type-schema.ts'
import type { SampleVersion } from '#server/sample/flows/flow-versions.ts'
import type { FlowPaths } from './run-paths.ts'
import type { RunFault } from './run-faults.ts'

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
  /** Empty if its definition never changed. */
  versions: SampleVersion[]
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
  /** Result that is not left to chance; `fault` null = it succeeds. The path passes through this node. */
  certain?: { node: string; fault: ((name: string) => RunFault) | null }
  /** True if the run has just started and is still in progress. */
  isInProgress?: boolean
}
