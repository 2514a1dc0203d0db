/**
 * What a type of channel is to the service. Each has one file in this folder, which exports one ChannelKind; all.ts lists
 * them. A kind knows nothing of tables, conversations and flows: it speaks with the other side and says what came.
 */
import type { MadeType } from '#contract/values/channel-type.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { Log } from '#server/base/log.ts'
import type { Outgoing } from '#server/engine/engine-tools.ts'
import type { ChannelState } from '#server/store/channels/channel-start.ts'

/** A channel with its secrets open; it lives as long as what is done with it. */
export interface UnsealedChannel {
  id: string
  account: string
  type: MadeType
  name: string
  identifier: string | null
  config: JsonRecord
  credentials: Record<string, string>
  /** Texts with which the other side signs, the newest first (channel-secrets.ts). */
  signing: readonly string[]
  /** Where the other side may send to; null where the service has no address that the world can reach (PUBLIC_URL). */
  address: string | null
}

export interface ChannelTools {
  outgoing: Outgoing
  /** The address of a server that is no HTTP server, checked as `outgoing` checks. Throws ChannelTrouble. */
  reach(host: string): Promise<string>
  /** Authorities (PEM) in the place of the usual ones, for mail servers of one's own. */
  ca?: string | undefined
  log: Log
  now: () => Date
}

/** What somebody wrote. */
export interface IncomingMessage {
  /** The other side's id of it: what comes twice is taken in once. */
  externalId: string
  /** The other side's name of the thread. */
  thread: string
  sender: {
    /** How the type knows the person: a chat, an address, a user. */
    externalId: string
    name: string
    email: string | null
    phone: string | null
  }
  subject: string
  text: string
  at: Date
}

/** Why the other side did not do what it was asked. */
export class ChannelTrouble extends Error {
  override name = 'ChannelTrouble'
  readonly code: string
  /** `reauth_required`: nothing helps but new credentials. `null`: it says nothing about the channel (one address is wrong). */
  readonly status: 'error' | 'reauth_required' | null
  readonly retryable: boolean
  /** Milliseconds after which the other side wants to be asked again. */
  readonly retryAfterMs: number | null

  /** `message` is a sentence for people, without credentials. */
  constructor(
    code: string,
    message: string,
    facts: { status?: 'error' | 'reauth_required' | null; retryable?: boolean; retryAfterMs?: number | null } = {},
  ) {
    super(message)
    this.code = code
    this.status = facts.status === undefined ? 'error' : facts.status
    this.retryable = facts.retryable ?? false
    this.retryAfterMs = facts.retryAfterMs ?? null
  }
}

/** What was learnt about the other side. */
export interface Health {
  state: ChannelState
  identifier?: string
  provider?: string
}

export interface Outbound {
  /** The thread it answers; null = to whoever the channel itself talks to. */
  thread: string | null
  subject: string
  text: string
  /** Other sides' ids of the messages of the thread, the oldest first. */
  before: readonly string[]
  /** The address of the contact, where it has one. */
  email: string | null
  /** The same for a repeated attempt. */
  key: string
  signal: AbortSignal
}

/** A request of the other side at `POST /hook/{token}/`. */
export interface HookRequest {
  /** Names in small letters. */
  headers: Record<string, string>
  bytes: Buffer
}

/** What is answered, and what came with it. */
export interface HookAnswer {
  status: number
  body: JsonRecord
  /** As in the delivery log (contract/channel.ts). */
  verdict: 'accepted' | 'repeated' | 'bad_signature' | 'too_old' | 'malformed' | 'refused'
  detail: string | null
  /** The sender's own id of the request. */
  externalId: string | null
  messages: readonly IncomingMessage[]
}

/** Who hears what comes in while the service listens. */
export interface MessageListener {
  /** Resolves once it is kept: only then the other side may forget it. */
  heard(message: IncomingMessage): Promise<void>
  /** The other side answers: all is well. */
  seen(): Promise<void>
  signal: AbortSignal
}

export interface ChannelKind {
  type: MadeType
  /**
   * Where each credential is sent by a config, by its name: one text for one origin, or for host and port. Null = nowhere. A
   * credential belongs to the place that it was entered for.
   */
  targets(config: JsonRecord): Readonly<Record<string, string | null>>
  /** Asks the other side whether all is well. Throws ChannelTrouble. */
  check(channel: UnsealedChannel, tools: ChannelTools, signal: AbortSignal): Promise<Health>
  /** Sends, and gives the other side's id of the message. Throws ChannelTrouble. Null = this type sends nothing. */
  send:
    | ((channel: UnsealedChannel, message: Outbound, tools: ChannelTools) => Promise<{ externalId: string | null }>)
    | null
  /** Reads a request of the other side. Null = it sends none. */
  receive: ((channel: UnsealedChannel, request: HookRequest, now: Date) => HookAnswer) | null
  /** Listens until the signal, or throws what ended it; whoever calls begins again. Null = there is nothing to listen to. */
  listen: ((channel: UnsealedChannel, tools: ChannelTools, ear: MessageListener) => Promise<void>) | null
  /** Null = there is nobody to tell. */
  leave: Leave | null
}

export interface Leave {
  /** All that is kept of the channel's secrets until the other side is told. */
  needs: readonly string[]
  /**
   * Tells the other side of the channel as it was to send no more. `now`: as it is since then, null = it was removed. Throws
   * ChannelTrouble.
   */
  tell(before: UnsealedChannel, now: UnsealedChannel | null, tools: ChannelTools, signal: AbortSignal): Promise<void>
}
