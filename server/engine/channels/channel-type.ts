/**
 * Interface of a channel type. Each type has one file in this folder, which exports one ChannelKind; all.ts lists them.
 * A ChannelKind communicates with the provider and returns received messages; it has no access to tables, conversations
 * or flows.
 */
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { Log } from '#server/base/log.ts'
import type { Outgoing } from '#server/engine/engine-tools.ts'
import type { ChannelState } from '#server/store/channels/channel-start.ts'
import type { ChannelObservation } from '#server/store/channels/channel-rows.ts'

/** A channel with decrypted secrets; kept in memory only as long as they are needed. */
export interface UnsealedChannel {
  id: string
  account: string
  type: CreatableChannelType
  name: string
  identifier: string | null
  config: JsonRecord
  credentials: Record<string, string>
  /** Signing secrets, newest first (channel-secrets.ts). */
  signing: readonly string[]
  /** Webhook address for the provider; null if the service has no public address (PUBLIC_URL). */
  address: string | null
}

export interface ChannelTools {
  outgoing: Outgoing
  /** Resolves the address of a non-HTTP server, with the same checks as `outgoing`. Throws ChannelError. */
  resolveHost(host: string): Promise<string>
  /** Certificate authorities (PEM) that replace the default ones, for private mail servers. */
  ca?: string | undefined
  log: Log
  now: () => Date
}

/** A received message. */
export interface IncomingMessage {
  /** The provider's message id, by which duplicates are detected. */
  externalId: string
  /** The provider's thread id. */
  thread: string
  sender: {
    /** The provider's id of the sender: of a chat or user, or an e-mail address. */
    externalId: string
    name: string
    email: string | null
    phone: string | null
  }
  subject: string
  text: string
  at: Date
}

/** Failure of a request to a provider. */
export class ChannelError extends Error {
  override name = 'ChannelError'
  readonly code: string
  /**
   * `reauth_required`: new credentials are needed. `null`: the failure does not affect the channel as a whole (for
   * example, the recipient is invalid).
   */
  readonly status: 'error' | 'reauth_required' | null
  readonly retryable: boolean
  /** Milliseconds after which the provider asks to retry; null = not stated. */
  readonly retryAfterMs: number | null

  /** `message`: a sentence to show to users; must not contain credentials. */
  constructor(
    code: string,
    message: string,
    options: { status?: 'error' | 'reauth_required' | null; retryable?: boolean; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.code = code
    this.status = options.status === undefined ? 'error' : options.status
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}

/** Result of a connection check. */
export interface Health {
  state: ChannelState
  identifier?: string
  provider?: string
}

export interface OutboundMessage {
  /** Thread of the reply; null = the default recipient of the channel. */
  thread: string | null
  subject: string
  text: string
  /** Provider's ids of the earlier messages of the thread, oldest first. */
  earlierIds: readonly string[]
  /** E-mail address of the contact, if known. */
  email: string | null
  /** Idempotency key: the same for repeated attempts. */
  key: string
  signal: AbortSignal
}

/** A request of a provider at `POST /hook/{token}/`. */
export interface HookRequest {
  /** Names in lower case. */
  headers: Record<string, string>
  bytes: Buffer
}

/** Response to a webhook request, and the messages that the request contained. */
export interface HookResponse {
  status: number
  body: JsonRecord
  /** As in the delivery log (contract/channel.ts). */
  verdict: 'accepted' | 'repeated' | 'bad_signature' | 'too_old' | 'malformed' | 'refused'
  detail: string | null
  /** The sender's id of the request. */
  externalId: string | null
  messages: readonly IncomingMessage[]
}

/** Callbacks of a listening channel. */
export interface MessageListener {
  /** Resolves once the message is stored; only then may the provider discard it. */
  onMessage(message: IncomingMessage): Promise<void>
  /** To be called on each response of the provider: the connection works. */
  onResponse(): Promise<void>
  signal: AbortSignal
}

export interface ChannelKind {
  type: CreatableChannelType
  /**
   * Destination of each credential under a config, by name: an origin, or host and port. Null = nowhere. A credential
   * may only be sent to the destination it was entered for.
   */
  targets(config: JsonRecord): Readonly<Record<string, string | null>>
  /** Checks the connection with the provider. Throws ChannelError. */
  check(channel: UnsealedChannel, tools: ChannelTools, signal: AbortSignal): Promise<Health>
  /** Sends a message and returns the provider's id for it. Throws ChannelError. Null = this type does not send. */
  send:
    | ((
        channel: UnsealedChannel,
        message: OutboundMessage,
        tools: ChannelTools,
      ) => Promise<{ externalId: string | null }>)
    | null
  /** Parses a request of the provider. Null = the type receives none. */
  receive: ((channel: UnsealedChannel, request: HookRequest, now: Date) => HookResponse) | null
  /** Listens until `listener.signal` is aborted; after an error, the caller restarts it. Null = nothing to listen to. */
  listen: ((channel: UnsealedChannel, tools: ChannelTools, listener: MessageListener) => Promise<void>) | null
  /** Null = no deregistration needed. */
  deregistration: ChannelDeregistration | null
}

export interface ChannelDeregistration {
  /** Names of the secrets that are kept until the deregistration is done. */
  requiredSecrets: readonly string[]
  /**
   * Deregisters the channel's previous configuration with the provider. `now`: its current configuration, null =
   * removed. Throws ChannelError.
   */
  deregister(
    before: UnsealedChannel,
    now: UnsealedChannel | null,
    tools: ChannelTools,
    signal: AbortSignal,
  ): Promise<void>
}

/** Status of a channel after a failure, to be stored. Only the message of a ChannelError is shown to users. */
export function failureObservation(
  error: unknown,
  now: Date,
): ChannelObservation & Required<Pick<ChannelObservation, 'error'>> {
  const channelError = error instanceof ChannelError ? error : null
  const code = channelError?.code ?? 'unknown'
  const message =
    channelError?.message ?? 'The service had an internal error while contacting the provider. The log has the details.'
  const lastError = { code, message, at: now.toISOString() }
  const status = channelError ? channelError.status : 'error'
  return { error: lastError, ...(status === null ? {} : { state: { status, reason: message } }) }
}
