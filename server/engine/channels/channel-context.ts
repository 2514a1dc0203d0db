/** Dependencies of channels, shared by messenger and listeners. */
import type { Config } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { ChannelRow, ChannelObservation } from '#server/store/channels/channel-rows.ts'
import type { Database } from '#server/store/db/database.ts'
import type { Scope } from '#server/store/db/scope.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import type { Outgoing } from '#server/engine/engine-tools.ts'
import type { ChannelTools, IncomingMessage } from './channel-type.ts'
import type { IntakeResult } from './intake.ts'

export interface ChannelsParts {
  config: Pick<Config, 'publicUrl' | 'outgoingAllow'>
  database: Database
  secrets: Secrets
  outgoing: Outgoing
  log: Log
  now: () => Date
  events: EventBus
  /** Null if this process runs no flows; it still stores messages. */
  engine: () => Engine | null
  ca?: string | undefined
}

export interface ChannelContext {
  parts: ChannelsParts
  tools: ChannelTools
  observe: (scope: Scope, id: string, observation: ChannelObservation) => Promise<void>
  receiveMessage: (row: ChannelRow, message: IncomingMessage) => Promise<IntakeResult>
}
