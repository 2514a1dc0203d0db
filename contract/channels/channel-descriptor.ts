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
  missing?: string
  /** Error message if the config schema rejects the value, instead of the schema's own. */
  problem?: string
}

/** A field of the form; its value is stored in the config under the same name. */
export type ChannelField =
  /** One line: prose, code, or an email address. */
  | (Text & { kind: 'text'; format: 'words' | 'code' | 'email' })
  | (Text & { kind: 'area' })
  /** A list of texts, one per line. */
  | (Text & { kind: 'lines' })
  /** An amount of money per day. `hint` follows the saved amount; `hintWithout` is shown while the field is empty. */
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
  /** Label of the checkbox that turns an optional server on. */
  optionalBy?: string
  hasFolder: boolean
  /** Default for a new channel, as is `secure`. */
  port: string
  secure: boolean
  missing: string
}

interface SecretField extends FieldWords {
  kind: 'credential'
  /** Replaces `hint` when an existing channel is edited. */
  hintOnEdit?: string
  isOptional?: boolean
  /** Hidden while a field of the form has this value. */
  hiddenBy?: { field: string; value: string }
}

interface Credential {
  /** Display name of a required credential ("bot token"): the channel is disconnected without it. Null = optional. */
  need: string | null
  /** Required only if this server of the config needs a sign-in. */
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
  /** The form fields, in order. Null = part of the field of a server. */
  fields: Readonly<Record<FieldPath<NoInfer<Config>, NoInfer<Name>>, ChannelField | null>>
  /** Form of the signing secret that the service generates: that of Standard Webhooks, or only A–Z, a–z, 0–9, _ and -. */
  ownSecret: 'standard' | 'plain' | null
  /** Kind of address: a page for visitors, or an endpoint for senders; null if there is none. */
  address: 'page' | 'hook' | 'events' | null
  /** Status of a complete channel before its first check: by whether it has a flow, connected, or checked first. */
  firstStatus: 'by_flow' | 'connected' | 'checked'
  /** Identifier and provider, as far as the config contains them; some providers report theirs when checked. */
  identity: (config: JsonRecord) => { identifier: string | null; provider: string | null }
  /** Price of an outgoing message, in micros of the account's currency. PRICES_FILE may override it. */
  price: bigint
  /** Steps of the set-up at the provider, including `addressStep`. */
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
