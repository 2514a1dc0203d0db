/** What the process has, handed to every handler. Nothing in it belongs to one account: that is the Scope's part. */
import type { Config } from './config.ts'
import type { Channels } from './engine/channels/channels.ts'
import type { Engine } from './engine/engine.ts'
import type { EventStreams } from './engine/event-streams.ts'
import type { EventBus } from './engine/events.ts'
import type { Sandbox } from './engine/engine-tools.ts'
import type { HookLimits } from './engine/hooks/limits.ts'
import type { FlowLint } from './flow-lint.ts'
import type { Log } from './log.ts'
import type { Secrets } from './secrets.ts'
import type { Callers } from './auth/callers.ts'
import type { KnownBrowsers } from './auth/known-browser.ts'
import type { Auth } from './auth/auth.ts'
import type { Limits } from './auth/limits.ts'
import type { LargeWork } from './large-work.ts'
import type { Lifecycle } from './lifecycle.ts'
import type { Metrics } from './metrics.ts'
import type { TaskProcess } from './task-process.ts'
import type { ToolLint } from './tool-lint.ts'
import type { Database } from './store/database.ts'
import type { SampleSizes } from './sample/sample.ts'

export interface Services {
  config: Config
  log: Log
  /** The clock, so that tests can set it. */
  now: () => Date
  /** For what belongs to no account (signing in, health, backup). Handlers of nouns use `context.scope`. */
  database: Database
  secrets: Secrets
  auth: Auth
  callers: Callers
  knownBrowsers: KnownBrowsers
  limits: Limits
  /** Where code of people runs; its first thread starts with the first call. */
  sandbox: Sandbox
  hookLimits: HookLimits
  lifecycle: Lifecycle
  metrics: Metrics
  tasks: TaskProcess
  /** What admits requests that hold much memory. */
  largeWork: LargeWork
  flowLint: FlowLint
  toolLint: ToolLint
  /** Runs flows; null in tests of what does not run any, which start sooner without it. */
  engine: Engine | null
  /** What has changed, to be told after each commit. */
  events: EventBus
  /** Who is told it by GET /event/. */
  streams: EventStreams
  /** Messages in and out. */
  channels: Channels
  /** How large the sample is that an account is given; tests that only need one take a small one. */
  sampleSizes: SampleSizes
  /** SECRET_KEY, for what is derived from it. */
  secretKey: string
  /** The one-time code of the set-up. */
  setupCode: string
  /** What commands on this machine prove themselves with; it stands in the lock file. Null on Postgres. */
  machineToken: string | null
}
