/**
 * Secrets of a tool's config: removed by path before the config is stored, restored before it is validated or used.
 * They are returned as marks, `{"set": true, "last4": "…"}`. Readable text (expressions, source, URLs) cannot be
 * replaced by a mark: secrets in it are rejected, and belong in a global tool.
 */
import { z } from 'zod'
import type { ToolCategory } from '#contract/values/category.ts'
import { makeNode } from '#flow/draft.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { templateOrigin } from '#lib/text/template-origin.ts'
import { credentialsRequired, invalid } from '#server/base/fault.ts'

/** Secrets by path within the config ("auth.secret" is ["auth","secret"], written as JSON). */
export type SecretTexts = Record<string, string>

/** Path within the config of a key in SecretTexts. */
export const secretPlaceOf = (path: string): string[] => z.array(z.string()).parse(JSON.parse(path))

/** Minimum length of a secret whose last four characters may be shown. */
const shortestWithEnd = 12

/** Fields whose text stays readable and must not contain secrets. */
const readable: ReadonlySet<string> = new Set(['url', 'expression', 'source', 'instructions', 'model', 'tools'])

const textOfSecret = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

function mark(text: string): JsonRecord {
  return text.length >= shortestWithEnd ? { set: true, last4: text.slice(-4) } : { set: true }
}

const isMark = (value: Json): boolean =>
  isRecord(value) && value['set'] === true && Object.keys(value).every((key) => key === 'set' || key === 'last4')

const onlyReferences = (text: string) => text.replaceAll(/\{\{[^{}]*\}\}/g, '').trim() === ''

/** A copy in which `change` may replace each value; replaced values are not traversed. */
function mapValues(
  value: Json,
  path: readonly string[],
  change: (value: Json, path: readonly string[]) => Json | undefined,
): Json {
  const changed = change(value, path)
  if (changed !== undefined) return changed
  if (Array.isArray(value)) return value.map((item, index) => mapValues(item, [...path, String(index)], change))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValues(item, [...path, key], change)]))
}

const at = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)]
    return isRecord(inner) ? inner[key] : undefined
  }, value)

/** The config, redacted as in flow files: anything that differs is a secret. */
function redacted(category: ToolCategory, config: JsonRecord): JsonRecord {
  const node = makeNode({ id: 'tool', type: category, name: '', config })
  const parts = { name: '', description: '', nodes: [node], edges: [], metadata: {}, variables: [], settings: {} }
  return redactFlow(parts).flow.nodes[0]?.config ?? {}
}

/** True if a text contains something that must not be shown. */
export const containsSecret = (text: string): boolean => redacted('transform', { text })['text'] !== text

/** Removes the secrets. `config` is validated and without marks. 400 for a secret in readable text. */
export function takeSecrets(category: ToolCategory, config: JsonRecord): { config: JsonRecord; secrets: SecretTexts } {
  const secrets: SecretTexts = {}
  const clean = category === 'global' ? config : redacted(category, config)
  const wholeValue = category === 'global' && config['secret'] === true
  const result = mapValues(config, [], (value, path) => {
    const [first = ''] = path
    const isValue = wholeValue && path.length === 1 && first === 'value'
    const isAuth = first === 'auth' && path[1] === 'secret' && typeof value === 'string' && !onlyReferences(value)
    const isFound = typeof value !== 'object' && at(clean, path) !== value
    if (!isValue && !isAuth && !isFound) return undefined
    if (readable.has(first))
      throw invalid(
        `config.${first}`,
        'This looks like a secret. Store it in a global tool with "secret" and use {{ secrets.key }} instead.',
      )
    const text = textOfSecret(value)
    secrets[JSON.stringify(path)] = isValue ? JSON.stringify(value) : text
    return mark(text)
  })
  if (category === 'global' && !wholeValue && containsSecret(textOfSecret(config['value'] ?? null)))
    throw invalid('config.value', 'This looks like a secret. Set "secret" to store it encrypted.')
  return { config: isRecord(result) ? result : {}, secrets }
}

/** Replaces marks by their secrets. 400 for a mark without a stored secret. */
export function restoreSecrets(category: ToolCategory, config: JsonRecord, secrets: SecretTexts): JsonRecord {
  const result = mapValues(config, [], (value, path) => {
    if (!isMark(value)) return undefined
    const kept = secrets[JSON.stringify(path)]
    // In a body, {"set": true} may be literal data.
    if (kept === undefined && (path[0] === 'body' || (category === 'global' && config['secret'] !== true)))
      return undefined
    if (kept === undefined) throw invalid(`config.${path.join('.')}`, 'No secret is stored here. Enter it.')
    if (category !== 'global') return kept
    if (config['secret'] !== true) throw invalid('config.value', 'Enter a value. Stored secrets are never shown again.')
    const parsed: Json = JSON.parse(kept)
    return parsed
  })
  return isRecord(result) ? result : {}
}

/** A tool with its sealed secrets. */
interface Sealed {
  category: ToolCategory
  config: JsonRecord
  secrets: SecretTexts
}

const originOf = ({ category, config }: Sealed): string | null =>
  category === 'api' && typeof config['url'] === 'string' ? templateOrigin(config['url']) : null

/** Error if the caller of a tool could determine where its secrets are sent; else null. */
export const openAddress = (tool: Sealed): string | null =>
  tool.category === 'api' && Object.keys(tool.secrets).length > 0 && originOf(tool) === null
    ? 'A filled-in value decides which host receives the stored secret. Put the host into the URL, or store the secret in a global tool and use {{ secrets.key }} instead.'
    : null

/** 400 if the caller of a tool could determine where its secrets are sent. */
export function refuseOpenAddress(tool: Sealed): void {
  const problem = openAddress(tool)
  if (problem !== null) throw invalid('config.url', problem)
}

/**
 * 400 if a secret would be sent to an origin other than the one it was entered for, naming the fields to enter again.
 * `sent`: config of the change, with marks for kept secrets.
 */
export function refuseNewOrigin(before: Sealed, after: Sealed, sent: JsonRecord): void {
  refuseOpenAddress(after)
  if (originOf(after) === originOf(before)) return
  const places = Object.keys(after.secrets).map(secretPlaceOf)
  const kept = places.filter((place) => isMark(at(sent, place) ?? null))
  if (kept.length > 0) throw credentialsRequired(kept.map((place) => ['config', ...place].join('.')))
}

/** A stored config whose marks omit the last characters. */
export function withoutEnds(config: JsonRecord, secrets: SecretTexts): JsonRecord {
  const result = mapValues(config, [], (_, path) =>
    Object.hasOwn(secrets, JSON.stringify(path)) ? { set: true } : undefined,
  )
  return isRecord(result) ? result : {}
}
