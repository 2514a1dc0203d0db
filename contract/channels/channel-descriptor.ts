/** The descriptor of a channel type: its config, credentials, form, price and texts. The table of types is descriptors.ts. */
import type { z } from 'zod'
import type { JsonRecord } from '#lib/json/json.ts'

interface FieldWords {
  label: string
  hint?: string
}

interface Text extends FieldWords {
  /** Left blank it is left out; a required one is sent as it is. */
  isOptional?: boolean
  placeholder?: string
  /** What is said where a required one is blank. */
  missing?: string
  /** What is said, in place of a schema's words, where the config refuses it. */
  problem?: string
}

/** A field of the form. What it holds is in the config under the same name. */
export type ChannelField =
  /** One line: words of people, something for machines, or an address of mail. */
  | (Text & { kind: 'text'; format: 'words' | 'code' | 'email' })
  | (Text & { kind: 'area' })
  /** A list of texts, one a line. */
  | (Text & { kind: 'lines' })
  /** Money for a day. `hint` follows what the amount is saved as; `hintWithout` is there while no amount is. */
  | (FieldWords & { kind: 'amount'; hintWithout?: string })
  /** One of a few, the first of which is the default. */
  | { kind: 'choice'; label: string; options: readonly { value: string; label: string; hint: string }[] }
  | MailServerField
  | SecretField

export interface MailServerField {
  kind: 'server'
  label: string
  /** Name of the credential that is entered beside the user. */
  credential: string
  /** Label of the checkbox that turns an optional server on. */
  optionalBy?: string
  hasFolder: boolean
  /** Of a new channel, as is `secure`. */
  port: string
  secure: boolean
  missing: string
}

interface SecretField extends FieldWords {
  kind: 'credential'
  /** In place of `hint` for a channel that there is already. */
  hintOnEdit?: string
  isOptional?: boolean
  /** Hidden while a field of the form has this value. */
  hiddenBy?: { field: string; value: string }
}

interface Credential {
  /** "There is no bot token yet": the channel is disconnected without it. Null = it works without. */
  need: string | null
  /** Needed only where this server of the config asks who one is. */
  server?: string
}

type FieldPath<Config extends z.ZodObject, Name extends string> =
  | `config.${keyof z.infer<Config> & string}`
  | `credentials.${Name}`

export interface ChannelDescriptor<Config extends z.ZodObject = z.ZodObject, Name extends string = string> {
  /** A line: what it is, and what it needs. */
  summary: string
  /** What it is set up with. Credentials are beside it. */
  config: Config
  credentials: Readonly<Record<Name, Credential>>
  /** The form, in its order. Null = no field of its own. */
  fields: Readonly<Record<FieldPath<NoInfer<Config>, NoInfer<Name>>, ChannelField | null>>
  /** Signing secret that the service makes: as Standard Webhooks write it, or of A–Z, a–z, 0–9, _ and - alone. */
  ownSecret: 'standard' | 'plain' | null
  /** Where people write (a page) or others send to; null where there is no such address. */
  address: 'page' | 'hook' | 'events' | null
  /** The status of a complete one before anything was asked: by whether it has a flow, connected, or to be checked. */
  firstStatus: 'by_flow' | 'connected' | 'checked'
  /** What it is known by, as far as the config says; some providers say a name when they are asked. */
  identity: (config: JsonRecord) => { identifier: string | null; provider: string | null }
  /** Of a message that goes out, in micros of the account's currency. PRICES_FILE may replace it. */
  price: bigint
  /** What to do at the provider, `addressStep` among it. */
  steps: readonly string[]
  /** What ends when it is deleted. */
  afterDelete: string
}

/** In `steps`, in the place of the channel's address. */
export const addressStep = '{address}'

/** Ties `fields` to the descriptor's own config and credentials: each key has a row there, or the code does not compile. */
export const describeChannel = <Config extends z.ZodObject, Name extends string>(
  descriptor: ChannelDescriptor<Config, Name>,
): ChannelDescriptor<Config, Name> => descriptor
