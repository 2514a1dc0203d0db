/** Form draft of a channel: every field as text. Converts from and to the request of the service. Pure. */
import { z } from 'zod'
import {
  channelCredentials,
  hookPresets,
  madeTypes,
  type ChannelDetail,
  type channelConfig,
  type MadeType,
} from '#contract/channel.ts'
import { listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { readAmount, typedAmount } from '#lib/money/typed-amount.ts'
import { SecretText } from '#parts/forms/secret-mark.ts'

const ServerDraft = z.object({
  host: z.string(),
  port: z.string(),
  secure: z.boolean(),
  user: z.string(),
  folder: z.string(),
})
export type ServerDraft = z.infer<typeof ServerDraft>

export const ChannelDraft = z.object({
  type: z.enum(madeTypes),
  name: z.string(),
  /** The flow that it starts; `name` is null if only the id is known. */
  flow: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** One per line. */
  origins: z.string(),
  /** Drafts stored before this field existed have no value. */
  title: z.string().default(''),
  greeting: z.string(),
  visitorLimit: z.string(),
  dayLimit: z.string(),
  preset: z.enum(hookPresets),
  address: z.string(),
  smtp: ServerDraft,
  /** Replies are fetched by IMAP. */
  fetches: z.boolean(),
  imap: ServerDraft,
  apiBase: z.string(),
  credentials: z.record(z.string(), SecretText),
  /** The version that is edited; null = a new channel. */
  version: z.number().nullable(),
})
export type ChannelDraft = z.infer<typeof ChannelDraft>

/** The usual ports with TLS: submission by STARTTLS, implicit TLS for IMAP. */
const newSmtp: ServerDraft = { host: '', port: '587', secure: false, user: '', folder: '' }
const newImap: ServerDraft = { host: '', port: '993', secure: true, user: '', folder: '' }

export const newChannelDraft = (type: MadeType, flow: ChannelDraft['flow'] = null): ChannelDraft => ({
  type,
  name: '',
  flow,
  origins: '',
  title: '',
  greeting: '',
  visitorLimit: '',
  dayLimit: '',
  preset: 'standard',
  address: '',
  smtp: newSmtp,
  fetches: true,
  imap: newImap,
  apiBase: '',
  // May stay empty: some providers ask for the channel's URL before they issue a token.
  credentials: Object.fromEntries(channelCredentials[type].map((name) => [name, ''])),
  version: null,
})

/** "0.50" for "0.500000". */
const amountText = (value: Json | undefined): string => typedAmount(textOf(value))

function serverOf(value: Json | undefined, usual: ServerDraft): ServerDraft {
  const { host, port, secure, user, folder } = recordOf(value)
  if (value === undefined) return usual
  return {
    host: textOf(host),
    port: typeof port === 'number' ? String(port) : '',
    secure: secure === true,
    user: textOf(user),
    folder: textOf(folder),
  }
}

/** Null if channels of this type cannot be created here. */
export const creatableChannelType = (type: string): MadeType | null => madeTypes.find((one) => one === type) ?? null

/** The draft of an existing channel. */
export function channelDraftOf(
  type: MadeType,
  { name, flow, config, credentials, version }: ChannelDetail,
): ChannelDraft {
  const marks = Object.fromEntries(
    channelCredentials[type].map((key) => {
      const mark = credentials[key]
      return [key, mark?.set === true ? mark : '']
    }),
  )
  return {
    ...newChannelDraft(type),
    name,
    flow,
    origins: listOf(config['origins']).map(textOf).join('\n'),
    title: textOf(config['title']),
    greeting: textOf(config['greeting']),
    visitorLimit: amountText(config['visitor_limit']),
    dayLimit: amountText(config['day_limit']),
    preset: ChannelDraft.shape.preset.catch('standard').parse(config['preset']),
    address: textOf(config['address']),
    smtp: serverOf(config['smtp'], newSmtp),
    fetches: config['imap'] !== undefined,
    imap: serverOf(config['imap'], newImap),
    apiBase: textOf(config['api_base']),
    credentials: marks,
    version,
  }
}

/** The lines of a text without blank ones. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An amount for the service; an invalid text is passed on in a form that no schema accepts. */
function amountIn(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const read = readAmount(typed)
  const micros = 'problem' in read ? null : parseMicros(read.amount)
  // Quoted: the schema would accept "1.500" as an amount.
  return micros === null ? `“${typed}”` : formatMicros(micros)
}

const given = (fields: Readonly<Record<string, Json | undefined>>): JsonRecord =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

const textIn = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

const serverIn = ({ host, port, secure, user, folder }: ServerDraft): JsonRecord =>
  given({
    host: host.trim(),
    // A text that is not a number becomes null in JSON.
    port: port.trim() === '' ? null : Number(port),
    secure,
    user: user.trim(),
    folder: textIn(folder),
  })

/** The config for the service (`channelConfig`). */
export function channelConfigIn(draft: ChannelDraft): JsonRecord {
  const configs: Record<keyof typeof channelConfig, () => JsonRecord> = {
    webchat: () =>
      given({
        origins: linesOf(draft.origins),
        title: textIn(draft.title),
        greeting: textIn(draft.greeting),
        visitor_limit: amountIn(draft.visitorLimit),
        day_limit: amountIn(draft.dayLimit),
      }),
    webhook: () => ({ preset: draft.preset }),
    email: () =>
      given({
        address: draft.address.trim(),
        smtp: serverIn({ ...draft.smtp, folder: '' }),
        imap: draft.fetches ? serverIn(draft.imap) : undefined,
      }),
    telegram: () => given({ api_base: textIn(draft.apiBase) }),
    slack: () => given({ api_base: textIn(draft.apiBase) }),
  }
  return configs[draft.type]()
}

/** The typed credentials; those stored by the service are kept. */
export const channelCredentialsIn = ({ credentials }: ChannelDraft): Record<string, string> | undefined => {
  const typed = Object.entries(credentials).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  )
  return typed.length === 0 ? undefined : Object.fromEntries(typed)
}
