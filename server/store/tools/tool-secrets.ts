/**
 * Secrets of a tool's config: taken out by path before the config is stored, put back before it is checked or used. What
 * reads back is a mark, `{"set": true, "last4": "…"}`. Text that one must be able to read (expressions, source, addresses)
 * cannot be a mark: a secret in it is refused, and belongs into a global tool.
 */
import { z } from 'zod'
import type { ToolCategory } from '#contract/values/category.ts'
import { makeNode } from '#flow/draft.ts'
import { redactFlow } from '#flow/secrets/secrets.ts'
import { isRecord, type Json, type JsonRecord } from '#lib/json/json.ts'
import { templateOrigin } from '#lib/text/template-origin.ts'
import { enterAgain, invalid } from '#server/base/fault.ts'

/** Secrets by path within the config ("auth.secret" is ["auth","secret"], written as JSON). */
export type SecretTexts = Record<string, string>

/** The place of a secret within the config, of its path in SecretTexts. */
export const secretPlaceOf = (path: string): string[] => z.array(z.string()).parse(JSON.parse(path))

/** The last four characters of a secret this long say nothing about it. */
const shortestWithEnd = 12

/** Fields whose text stays readable, so that a secret has no place in it. */
const readable: ReadonlySet<string> = new Set(['url', 'expression', 'source', 'instructions', 'model', 'tools'])

const textOfSecret = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value))

function mark(text: string): JsonRecord {
  return text.length >= shortestWithEnd ? { set: true, last4: text.slice(-4) } : { set: true }
}

const isMark = (value: Json): boolean =>
  isRecord(value) && value['set'] === true && Object.keys(value).every((key) => key === 'set' || key === 'last4')

const onlyReferences = (text: string) => text.replaceAll(/\{\{[^{}]*\}\}/g, '').trim() === ''

/** A copy in which `change` may replace each value; a replaced value is not looked into. */
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

/** The config as the readers of flows would leave it: what differs is a secret. */
function redacted(category: ToolCategory, config: JsonRecord): JsonRecord {
  const node = makeNode({ id: 'tool', type: category, name: '', config })
  const parts = { name: '', description: '', nodes: [node], edges: [], metadata: {}, variables: [], settings: {} }
  return redactFlow(parts).flow.nodes[0]?.config ?? {}
}

/** True where a text has something in it that must not be shown. */
export const holdsSecret = (text: string): boolean => redacted('transform', { text })['text'] !== text

/** Takes the secrets out. `config` is a checked one without marks. 400 where one stands in text that stays readable. */
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
  if (category === 'global' && !wholeValue && holdsSecret(textOfSecret(config['value'] ?? null)))
    throw invalid('config.value', 'This looks like a secret. Set "secret" to store it encrypted.')
  return { config: isRecord(result) ? result : {}, secrets }
}

/** Puts secrets in the place of their marks. 400 for a mark where there is no secret to keep. */
export function restoreSecrets(category: ToolCategory, config: JsonRecord, secrets: SecretTexts): JsonRecord {
  const result = mapValues(config, [], (value, path) => {
    if (!isMark(value)) return undefined
    const kept = secrets[JSON.stringify(path)]
    // In a body, {"set": true} may be what it says.
    if (kept === undefined && (path[0] === 'body' || (category === 'global' && config['secret'] !== true)))
      return undefined
    if (kept === undefined) throw invalid(`config.${path.join('.')}`, 'No secret is stored here.')
    if (category !== 'global') return kept
    if (config['secret'] !== true) throw invalid('config.value', 'Enter a value. Stored secrets are never shown again.')
    const parsed: Json = JSON.parse(kept)
    return parsed
  })
  return isRecord(result) ? result : {}
}

/** A tool with what is stored sealed beside its config. */
interface Sealed {
  category: ToolCategory
  config: JsonRecord
  secrets: SecretTexts
}

const originOf = ({ category, config }: Sealed): string | null =>
  category === 'api' && typeof config['url'] === 'string' ? templateOrigin(config['url']) : null

/** What is wrong with an address by which whoever calls the tool decides where its secrets go; null where nothing is. */
export const openAddress = (tool: Sealed): string | null =>
  tool.category === 'api' && Object.keys(tool.secrets).length > 0 && originOf(tool) === null
    ? 'A filled-in value decides which host receives the stored secret. Put the host into the URL, or store the secret in a global tool and use {{ secrets.key }} instead.'
    : null

/** 400 where whoever calls the tool decides where its secrets go. */
export function refuseOpenAddress(tool: Sealed): void {
  const problem = openAddress(tool)
  if (problem !== null) throw invalid('config.url', problem)
}

/**
 * 400 where a secret would go to another origin than the one that it was entered for: it is named, to be entered again.
 * `sent`: the config of the change, with marks in the place of the secrets that are kept.
 */
export function keepToOrigin(before: Sealed, after: Sealed, sent: JsonRecord): void {
  refuseOpenAddress(after)
  if (originOf(after) === originOf(before)) return
  const places = Object.keys(after.secrets).map(secretPlaceOf)
  const kept = places.filter((place) => isMark(at(sent, place) ?? null))
  if (kept.length > 0) throw enterAgain(kept.map((place) => ['config', ...place].join('.')))
}

/** A config as it is stored, with marks that say of these secrets only that they are there. */
export function withoutEnds(config: JsonRecord, secrets: SecretTexts): JsonRecord {
  const result = mapValues(config, [], (_, path) =>
    Object.hasOwn(secrets, JSON.stringify(path)) ? { set: true } : undefined,
  )
  return isRecord(result) ? result : {}
}
