/** Services of the process, passed to every handler. None is specific to an account, unlike the Scope. */
import type { Config } from '#server/base/config.ts'
import type { Channels } from '#server/engine/channels/channels.ts'
import type { AlertSender } from '#server/engine/incidents/alert-sender.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { EventStreams } from '#server/engine/events/event-streams.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import type { Sandbox } from '#server/engine/engine-tools.ts'
import type { HookLimits } from '#server/engine/hooks/hook-limits.ts'
import type { FlowDrawer } from '#server/tasks/flow-drawings.ts'
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
import type { SimulatedContacts } from '#server/sample/simulated-contacts.ts'
import type { SampleJobs } from '#server/sample/sample-jobs.ts'
import type { SampleSizes } from '#server/sample/sample-progress.ts'

export interface Services {
  config: Config
  log: Log
  /** Clock, replaceable in tests. */
  now: () => Date
  /** For data that belongs to no account (sign-in, health, backup). Other handlers use `context.scope`. */
  database: Database
  secrets: Secrets
  auth: Auth
  callers: Callers
  knownBrowsers: KnownBrowsers
  limits: Limits
  /** Runs user code; its first thread starts with the first call. */
  sandbox: Sandbox
  hookLimits: HookLimits
  lifecycle: Lifecycle
  metrics: Metrics
  tasks: TaskProcess
  /** Admission of memory-intensive requests. */
  largeWork: MemoryAdmission
  flowLint: FlowLint
  flowDrawer: FlowDrawer
  toolLint: ToolLint
  /** Runs flows; null in tests that run none, which start faster without it. */
  engine: Engine | null
  /** Change events, published after each commit. */
  events: EventBus
  /** Streams of GET /event/. */
  streams: EventStreams
  /** Sends and receives messages. */
  channels: Channels
  /** Sends messages about incidents. */
  alertSender: AlertSender
  /** The contacts of sample conversations. */
  simulatedContacts: SimulatedContacts
  /** Adds sample workspaces. */
  sampleJobs: SampleJobs
  /** Sizes of sample workspaces; tests use small ones. */
  sampleSizes: SampleSizes
  /** SECRET_KEY, for derived keys. */
  secretKey: string
  /** One-time code of the set-up. */
  setupCode: string
  /** Token of local commands, stored in the lock file. Null on Postgres. */
  machineToken: string | null
}
