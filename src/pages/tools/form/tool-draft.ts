/** Form draft of a tool, with numbers and JSON as text; conversion from a tool and to a request. Pure. */
import { z } from 'zod'
import { ToolCategory } from '#contract/values/category.ts'
import type { SecretMark, Tool } from '#contract/tool.ts'
import { listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { readSecretMark, SecretText } from '#parts/forms/secret-mark.ts'

/** `id` identifies the row in the form. */
const NameValuePair = z.object({ id: z.number(), name: z.string(), value: SecretText })
export type NameValuePair = z.infer<typeof NameValuePair>

const ConfigDraft = z.object({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
  url: z.string(),
  headers: z.array(NameValuePair),
  query: z.array(NameValuePair),
  body: z.string(),
  authKind: z.enum(['none', 'bearer', 'basic', 'header']),
  authHeader: z.string(),
  authUser: z.string(),
  authSecret: SecretText,
  timeout: z.string(),
  expression: z.string(),
  model: z.string(),
  instructions: z.string(),
  tools: z.array(z.string()),
  temperature: z.string(),
  maxTokens: z.string(),
  source: z.string(),
  valueType: z.enum(['string', 'number', 'boolean', 'json']),
  value: SecretText,
  secret: z.boolean(),
})
export type ConfigDraft = z.infer<typeof ConfigDraft>

export const ToolDraft = z.object({
  category: ToolCategory,
  name: z.string(),
  key: z.string(),
  /** The key was edited; until then it is derived from the name. */
  keyTouched: z.boolean(),
  description: z.string(),
  enabled: z.boolean(),
  /** JSON Schema as text; blank = none. */
  input: z.string(),
  output: z.string(),
  config: ConfigDraft,
  /**
   * Values of fields that the service requires and the form lacks, by their path in the body ("owner_team",
   * "config.region").
   */
  asked: z.record(z.string(), z.string()).default({}),
  /** The edited version; null = a new tool. */
  version: z.number().nullable(),
})
export type ToolDraft = z.infer<typeof ToolDraft>

const emptyConfig: ConfigDraft = {
  method: 'GET',
  url: '',
  headers: [],
  query: [],
  body: '',
  authKind: 'none',
  authHeader: '',
  authUser: '',
  authSecret: '',
  timeout: '',
  expression: '',
  model: '',
  instructions: '',
  tools: [],
  temperature: '',
  maxTokens: '',
  source: '',
  valueType: 'string',
  value: '',
  secret: false,
}

export const newToolDraft = (category: ToolCategory): ToolDraft => ({
  category,
  name: '',
  key: '',
  keyTouched: false,
  description: '',
  enabled: true,
  input: '',
  output: '',
  config: emptyConfig,
  asked: {},
  version: null,
})

const pretty = (value: Json): string => JSON.stringify(value, null, 2)
const secretText = (value: Json | undefined): SecretText =>
  readSecretMark(value) ?? (typeof value === 'string' ? value : value === undefined ? '' : pretty(value))
const numberText = (value: Json | undefined): string => {
  const number = numberOf(value)
  return number === null ? '' : String(number)
}
const pairsOf = (value: Json | undefined): NameValuePair[] =>
  Object.entries(recordOf(value)).map(([name, each], id) => ({ id, name, value: secretText(each) }))

function configDraft(config: JsonRecord): ConfigDraft {
  const auth = recordOf(config['auth'])
  const { method, authKind, valueType } = ConfigDraft.shape
  return {
    method: method.catch('GET').parse(config['method']),
    authKind: authKind.catch('none').parse(auth['kind']),
    valueType: valueType.catch('string').parse(config['type']),
    url: textOf(config['url']),
    headers: pairsOf(config['headers']),
    query: pairsOf(config['query']),
    body: config['body'] === undefined ? '' : pretty(config['body']),
    authHeader: textOf(auth['header']),
    authUser: textOf(auth['user']),
    authSecret: secretText(auth['secret']),
    timeout: numberText(config['timeout_ms']),
    expression: textOf(config['expression']),
    model: textOf(config['model']),
    instructions: textOf(config['instructions']),
    tools: listOf(config['tools']).map(textOf),
    temperature: numberText(config['temperature']),
    maxTokens: numberText(config['max_tokens']),
    source: textOf(config['source']),
    value: secretText(config['value']),
    secret: config['secret'] === true,
  }
}

/** The draft of an existing tool. */
export const toolDraftOf = (tool: Tool): ToolDraft => ({
  category: tool.category,
  name: tool.name,
  key: tool.key,
  keyTouched: true,
  description: tool.description,
  enabled: tool.enabled,
  input: tool.input_schema === null ? '' : pretty(tool.input_schema),
  output: tool.output_schema === null ? '' : pretty(tool.output_schema),
  config: configDraft(tool.config),
  asked: {},
  version: tool.version,
})

/** A typed secret; empty for a stored one, which cannot be copied to another tool. */
const withoutStoredSecret = (value: SecretText): SecretText => (typeof value === 'string' ? value : '')

/** Converts a draft to that of a new tool, without stored secrets. */
export function toolDraftAsNew(draft: ToolDraft): ToolDraft {
  const { config } = draft
  const withoutStoredSecrets = (pairs: NameValuePair[]) =>
    pairs.map((pair) => ({ ...pair, value: withoutStoredSecret(pair.value) }))
  return {
    ...draft,
    version: null,
    config: {
      ...config,
      headers: withoutStoredSecrets(config.headers),
      query: withoutStoredSecrets(config.query),
      authSecret: withoutStoredSecret(config.authSecret),
      value: withoutStoredSecret(config.value),
    },
  }
}

/** The draft of a copy of a tool. */
export const toolDraftCopyOf = (tool: Tool): ToolDraft => ({
  ...toolDraftAsNew(toolDraftOf(tool)),
  name: `Copy of ${tool.name}`,
  key: '',
  keyTouched: false,
})

/** Parses a number; invalid text becomes NaN, which no schema accepts. */
const numberIn = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text.trim()))

const jsonIn = (text: string): Json | undefined => {
  const read = text.trim() === '' ? null : parseJson(text)
  return read?.ok ? read.value : undefined
}

const schemaIn = (text: string): Json => jsonIn(text) ?? null

/** Converts the mark of a stored secret: kept for sending, replaced by any text for validation. */
type SecretMarkConverter = (mark: SecretMark) => unknown

const isDefined = (value: unknown): boolean => value !== undefined

const definedFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isDefined(value)))

function apiConfig(config: ConfigDraft, secret: (value: SecretText) => unknown): Record<string, unknown> {
  const { authKind: kind } = config
  const pairs = (all: readonly NameValuePair[]) => {
    const named = all.filter(({ name }) => name.trim() !== '')
    return named.length === 0
      ? undefined
      : Object.fromEntries(named.map(({ name, value }) => [name.trim(), secret(value)]))
  }
  return definedFields({
    method: config.method,
    url: config.url.trim(),
    headers: pairs(config.headers),
    query: pairs(config.query),
    body: jsonIn(config.body),
    auth: definedFields({
      kind,
      header: kind === 'header' ? config.authHeader.trim() : undefined,
      user: kind === 'basic' ? config.authUser : undefined,
      secret: kind === 'none' || config.authSecret === '' ? undefined : secret(config.authSecret),
    }),
    timeout_ms: numberIn(config.timeout),
  })
}

function valueIn({ valueType, value }: ConfigDraft, secret: (value: SecretText) => unknown): unknown {
  if (typeof value !== 'string') return secret(value)
  if (valueType === 'string') return value
  if (valueType === 'number') return numberIn(value)
  return valueType === 'boolean' ? value === 'true' : jsonIn(value)
}

/** The config for the service. */
function configIn({ category, config }: ToolDraft, convertMark: SecretMarkConverter): Record<string, unknown> {
  const secret = (value: SecretText) => (typeof value === 'string' ? value : convertMark(value))
  switch (category) {
    case 'api':
      return apiConfig(config, secret)
    case 'transform':
      return { language: 'jsonata', expression: config.expression }
    case 'condition':
      return { language: 'cel', expression: config.expression }
    case 'agent':
      return definedFields({
        model: config.model.trim(),
        instructions: config.instructions,
        tools: config.tools,
        temperature: numberIn(config.temperature),
        max_tokens: numberIn(config.maxTokens),
      })
    case 'code':
      return definedFields({ language: 'javascript', source: config.source, timeout_ms: numberIn(config.timeout) })
    case 'global':
      return definedFields({ value: valueIn(config, secret), type: config.valueType, secret: config.secret })
  }
}

/** Request body, still to be parsed by the contract's schemas. */
export function toolBodyIn(draft: ToolDraft, convertMark: SecretMarkConverter): Record<string, unknown> {
  return definedFields({
    category: draft.category,
    name: draft.name.trim(),
    key: draft.key.trim() === '' ? undefined : draft.key.trim(),
    description: draft.description,
    enabled: draft.enabled,
    input_schema: schemaIn(draft.input),
    output_schema: schemaIn(draft.output),
    config: configIn(draft, convertMark),
  })
}
