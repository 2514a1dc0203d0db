/** What the process has, handed to every handler. Nothing in it belongs to one account: that is the Scope's part. */
import type { Config } from '#server/base/config.ts'
import type { Channels } from '#server/engine/channels/channels.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { EventStreams } from '#server/engine/events/event-streams.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import type { Sandbox } from '#server/engine/engine-tools.ts'
import type { HookLimits } from '#server/engine/hooks/hook-limits.ts'
import type { FlowLint } from '#server/tasks/flow-lint.ts'
import type { Log } from '#server/base/log.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Callers } from '#server/auth/callers.ts'
import type { KnownBrowsers } from '#server/auth/known-browser.ts'
import type { Auth } from '#server/auth/auth.ts'
import type { Limits } from '#server/auth/limits.ts'
import type { MemoryAdmission } from '#server/base/memory-admission.ts'
import type { Lifecycle } from '#server/base/lifecycle.ts'
import type { Metrics } from '#server/base/metrics.ts'
import type { TaskProcess } from '#server/tasks/task-process.ts'
import type { ToolLint } from '#server/engine/tool-lint.ts'
import type { Database } from '#server/store/db/database.ts'
import type { SampleSizes } from '#server/sample/sample.ts'

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
  largeWork: MemoryAdmission
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
