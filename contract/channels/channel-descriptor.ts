/** The descriptor of a channel type: its config, credentials, form, price and texts. The table of types is descriptors.ts. */
import type { z } from 'zod'
import type { JsonRecord } from '#lib/json/json.ts'

interface FieldWords {
  label: string
  hint?: string
}

interface Text extends FieldWords {
  /** Omitted from the request if empty; a required field is sent even if empty. */
  isOptional?: boolean
  placeholder?: string
  /** Error message if a required field is empty. */
  missingMessage?: string
  /** Error message if the config schema rejects the value, instead of the schema's own. */
  invalidMessage?: string
}

/** A field of the form; its value is stored in the config under the same name. */
export type ChannelField =
  /** One line: prose, code, or an email address. */
  | (Text & { kind: 'text'; format: 'words' | 'code' | 'email' })
  | (Text & { kind: 'area' })
  /** A list of texts, one per line. */
  | (Text & { kind: 'lines' })
  /** An amount of money per day. `hint` follows the saved amount; `hintWithout` is shown if there is neither. */
  | (FieldWords & { kind: 'amount'; hintWithout?: string })
  /** One of several options; the first is the default. */
  | { kind: 'choice'; label: string; options: readonly { value: string; label: string; hint: string }[] }
  | MailServerField
  | SecretField

export interface MailServerField {
  kind: 'server'
  label: string
  /** Name of the credential that is entered next to the user name. */
  credential: string
  /** Label of the checkbox that enables an optional server. */
  optionalBy?: string
  hasFolder: boolean
  /** Default for a new channel, as `secure` is. */
  port: string
  secure: boolean
  missingMessage: string
}

interface SecretField extends FieldWords {
  kind: 'credential'
  /** Replaces `hint` when an existing channel is edited. */
  hintOnEdit?: string
  isOptional?: boolean
  /** Hidden while the named field has this value. */
  hiddenBy?: { field: string; value: string }
}

interface Credential {
  /** Display name of a required credential ("bot token"): the channel is disconnected without it. Null = optional. */
  requiredName: string | null
  /** Key of a server in the config: the credential is required only if that server has a user name. */
  server?: string
}

type FieldPath<Config extends z.ZodObject, Name extends string> =
  | `config.${keyof z.infer<Config> & string}`
  | `credentials.${Name}`

export interface ChannelDescriptor<Config extends z.ZodObject = z.ZodObject, Name extends string = string> {
  /** One line: what the type is and what it needs. */
  summary: string
  /** Schema of the config, without credentials. */
  config: Config
  credentials: Readonly<Record<Name, Credential>>
  /** The form fields, in order. Null = entered as part of another field. */
  fields: Readonly<Record<FieldPath<NoInfer<Config>, NoInfer<Name>>, ChannelField | null>>
  /** Format of generated signing secrets: Standard Webhooks, or only A–Z, a–z, 0–9, _ and -. Null = none. */
  ownSecret: 'standard' | 'plain' | null
  /** Kind of address: a page for visitors, or an endpoint for senders; null if there is none. */
  address: 'page' | 'hook' | 'events' | null
  /** Initial status of a complete channel: it depends on the flow, is "connected", or waits for the first check. */
  firstStatus: 'by_flow' | 'connected' | 'checked'
  /** Identifier and provider, if the config contains them; some providers report them in the first check. */
  identity: (config: JsonRecord) => { identifier: string | null; provider: string | null }
  /** Price of an outgoing message, in micros of the account's currency. PRICES_FILE may override it. */
  price: bigint
  /** Set-up instructions, step by step; `addressStep` is replaced by the address. */
  steps: readonly string[]
  /** Effect of deleting the channel. */
  afterDelete: string
}

/** Placeholder for the channel's address in `steps`. */
export const addressStep = '{address}'

/** Ties `fields` to the descriptor's config and credentials: a key without a field does not compile. */
export const describeChannel = <Config extends z.ZodObject, Name extends string>(
  descriptor: ChannelDescriptor<Config, Name>,
): ChannelDescriptor<Config, Name> => descriptor
