/** Form draft of a channel, with text fields as typed, and its conversion from a channel and to a request. */
import { z } from 'zod'
import type { ChannelDetail } from '#contract/channel.ts'
import type { ChannelField, MailServerField } from '#contract/channels/channel-descriptor.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { creatableChannelTypes, type CreatableChannelType } from '#contract/values/channel-type.ts'
import { listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { readAmount, typedAmount } from '#lib/money/typed-amount.ts'
import { SecretText } from '#parts/forms/secret-mark.ts'
import { containsToken } from '#flow/secrets/token-shapes.ts'
import { draftStorage } from '#parts/storage/draft-storage.ts'

/** Values by path within the config ("smtp.port"): the typed text, or whether a checkbox is checked. */
const ConfigDraft = z.record(z.string(), z.union([z.string(), z.boolean()]))
type ConfigDraft = z.infer<typeof ConfigDraft>

export const ChannelDraft = z.object({
  type: z.enum(creatableChannelTypes),
  name: z.string(),
  /** The flow that the channel starts; `name` is null if only the id is known. */
  flow: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  config: ConfigDraft,
  credentials: z.record(z.string(), SecretText),
  /** Version of the channel when editing began; null = a new channel. */
  version: z.number().nullable(),
})
export type ChannelDraft = z.infer<typeof ChannelDraft>

/** The form fields of the config, with their paths in the config. */
export const configFieldsOf = (type: CreatableChannelType): (readonly [name: string, field: ChannelField])[] =>
  Object.entries(channelDescriptors[type].fields).flatMap(([path, field]) =>
    field !== null && path.startsWith('config.') ? [[path.slice('config.'.length), field] as const] : [],
  )

const credentialNames = (type: CreatableChannelType): string[] => Object.keys(channelDescriptors[type].credentials)

export const configText = ({ config }: Pick<ChannelDraft, 'config'>, path: string): string => textOf(config[path])

/** Whether a mail server is used. A required server has no checkbox to turn it off. */
export const hasServer = (
  { config }: Pick<ChannelDraft, 'config'>,
  name: string,
  { optionalBy }: MailServerField,
): boolean => optionalBy === undefined || config[name] === true

/** An amount for the form: "0.50" for "0.500000". */
const amountText = (value: Json | undefined): string => typedAmount(textOf(value))

function serverDraft(name: string, field: MailServerField, value: Json | undefined): ConfigDraft {
  const { host, port, secure, user, folder } = recordOf(value)
  const isNew = value === undefined
  return {
    ...(field.optionalBy === undefined ? {} : { [name]: !isNew }),
    [`${name}.host`]: textOf(host),
    [`${name}.port`]: isNew ? field.port : typeof port === 'number' ? String(port) : '',
    [`${name}.secure`]: isNew ? field.secure : secure === true,
    [`${name}.user`]: textOf(user),
    [`${name}.folder`]: textOf(folder),
  }
}

/** Converts the config value of a field to its form values. */
function fieldDraft(name: string, field: ChannelField, value: Json | undefined): ConfigDraft {
  switch (field.kind) {
    case 'text':
    case 'area':
      return { [name]: textOf(value) }
    case 'lines':
      return { [name]: listOf(value).map(textOf).join('\n') }
    case 'amount':
      return { [name]: amountText(value) }
    case 'choice': {
      const chosen = field.options.find((option) => option.value === value) ?? field.options[0]
      return { [name]: chosen?.value ?? '' }
    }
    case 'server':
      return serverDraft(name, field, value)
    case 'credential':
      return {}
  }
}

/** Initial form values of a field; optional servers are turned on. */
const newFieldDraft = (name: string, field: ChannelField): ConfigDraft => ({
  ...fieldDraft(name, field, undefined),
  ...(field.kind === 'server' && field.optionalBy !== undefined ? { [name]: true } : {}),
})

const merged = (drafts: readonly ConfigDraft[]): ConfigDraft => Object.fromEntries(drafts.flatMap(Object.entries))

const newConfigDraft = (types: readonly CreatableChannelType[]): ConfigDraft =>
  merged(types.flatMap(configFieldsOf).map(([name, field]) => newFieldDraft(name, field)))

export const newChannelDraft = (type: CreatableChannelType, flow: ChannelDraft['flow'] = null): ChannelDraft => ({
  type,
  name: '',
  flow,
  // Contains the fields of all types, so that typed values survive a change of type.
  config: { ...newConfigDraft(creatableChannelTypes), ...newConfigDraft([type]) },
  // Credentials may be empty: some providers ask for the channel's URL before they issue a token.
  credentials: Object.fromEntries(credentialNames(type).map((name) => [name, ''])),
  version: null,
})

/** The type if channels of this type can be created in the console, else null. */
export const creatableChannelType = (type: string): CreatableChannelType | null =>
  creatableChannelTypes.find((one) => one === type) ?? null

/** The draft of an existing channel. */
export function channelDraftOf(
  type: CreatableChannelType,
  { name, flow, config, credentials, version }: ChannelDetail,
): ChannelDraft {
  const marks = Object.fromEntries(
    credentialNames(type).map((key) => {
      const mark = credentials[key]
      return [key, mark?.set === true ? mark : '']
    }),
  )
  const read = configFieldsOf(type).map(([key, field]) => fieldDraft(key, field, config[key]))
  const fresh = newChannelDraft(type)
  return { ...fresh, name, flow, config: merged([fresh.config, ...read]), credentials: marks, version }
}

/** The non-blank lines of a text, trimmed. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** An amount for the request; undefined if empty. Invalid text is put in quotes, so that the schema rejects it. */
function amountIn(text: string): string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  const read = readAmount(typed)
  const micros = 'problem' in read ? null : parseMicros(read.amount)
  // In quotes, since the schema would accept "1.500" as an amount.
  return micros === null ? `“${typed}”` : formatMicros(micros)
}

const definedFields = (fields: Readonly<Record<string, Json | undefined>>): JsonRecord =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])))

const textIn = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

function serverIn(draft: ChannelDraft, name: string, field: MailServerField): JsonRecord | undefined {
  if (!hasServer(draft, name, field)) return undefined
  const text = (key: string) => configText(draft, `${name}.${key}`)
  return definedFields({
    host: text('host').trim(),
    // NaN, from text that is not a number, becomes null in JSON.
    port: text('port').trim() === '' ? null : Number(text('port')),
    secure: draft.config[`${name}.secure`] === true,
    user: text('user').trim(),
    folder: field.hasFolder ? textIn(text('folder')) : undefined,
  })
}

function valueIn(draft: ChannelDraft, name: string, field: ChannelField): Json | undefined {
  const text = configText(draft, name)
  switch (field.kind) {
    case 'text':
    case 'area':
      return field.isOptional === true ? textIn(text) : text.trim()
    case 'lines':
      return linesOf(text)
    case 'amount':
      return amountIn(text)
    case 'choice':
      return text
    case 'server':
      return serverIn(draft, name, field)
    case 'credential':
      return undefined
  }
}

/** The config as the service expects it (contract/channels/descriptors.ts). */
export const channelConfigIn = (draft: ChannelDraft): JsonRecord =>
  definedFields(
    Object.fromEntries(configFieldsOf(draft.type).map(([name, field]) => [name, valueIn(draft, name, field)])),
  )

/** The typed credentials; credentials that are not sent remain stored by the service. */
export const channelCredentialsIn = ({ credentials }: ChannelDraft): Record<string, string> | undefined => {
  const typed = Object.entries(credentials).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  )
  return typed.length === 0 ? undefined : Object.fromEntries(typed)
}

/**
 * The draft for storage, without typed credentials, and without config text that looks like a credential. The name and
 * the mail servers are not checked.
 */
export function withoutChannelSecrets(draft: ChannelDraft): ChannelDraft {
  const clean = (text: string): string => (containsToken(text) ? '' : text)
  const cleanKinds = new Set<ChannelField['kind']>(['text', 'area', 'lines'])
  const cleaned = creatableChannelTypes
    .flatMap(configFieldsOf)
    .flatMap(([name, { kind }]) => (cleanKinds.has(kind) ? [[name, clean(configText(draft, name))]] : []))
  return {
    ...draft,
    config: { ...draft.config, ...Object.fromEntries(cleaned) },
    credentials: Object.fromEntries(
      Object.entries(draft.credentials).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
    ),
  }
}

/** Channel drafts, stored in the browser. */
export const channelDrafts = draftStorage('channel', ChannelDraft, withoutChannelSecrets)
