/** What a flow needs from its account, read off the flow itself, so that a list can never disagree with its nodes. */
import type { Node } from '#contract/flow.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { eachLeaf, pathOf } from '#flow/leaves.ts'
import type { Requires } from '#flow/draft.ts'
import { type Json, listOf, textOf } from '#lib/json.ts'

/** `{{ … }}` without braces inside; longer ones are not written by people. */
const expressions = /\{\{([^{}]{1,2000})\}\}/g
/** `secrets.key`, not `$secrets.key` or `x.secrets.key`. */
const references = /(?<![\w$.])secrets\.([A-Za-z_]\w{0,62})/g

/** Keys of the secrets that a text refers to. */
export function secretsIn(text: string): string[] {
  if (!text.includes('secrets.')) return []
  return [...text.matchAll(expressions)].flatMap(([, inside = '']) =>
    [...inside.matchAll(references)].map(([, key = '']) => key),
  )
}

/** `secrets.key` and `secrets["key"]`. What names one in another way finds none. */
const named = /\bsecrets\s*(?:\.\s*([\w-]+)|\[\s*(?:"([^"]*)"|'([^']*)')\s*\])/g

/** Keys of all secrets that filling in a text may ask for: more than a flow is bound to, which are written `secrets.key`. */
export const secretsNamedIn = (text: string): string[] =>
  [...text.matchAll(named)].map(([, ...found]) => found.find(Boolean) ?? '')

/** Whether a text within a value has a secret filled in. */
export function namesSecret(value: Json): boolean {
  if (typeof value === 'string') return /\{[{%]/.test(value) && secretsNamedIn(value).length > 0
  return typeof value === 'object' && value !== null && Object.values(value).some(namesSecret)
}

/** A key written out: not empty, and not worked out at run time. */
const isLiteral = (key: string): boolean => key !== '' && !key.includes('{{')

export function toolsOf(node: Node): string[] {
  const ofAgent = node.type === 'agent' ? listOf(node.config['tools']) : []
  return [node.tool, ...ofAgent].filter((tool): tool is string => typeof tool === 'string' && isLiteral(tool))
}

/** The channel of a message or of a trigger by message; "reply" answers where the run came from. */
export function channelOf(node: Node): string | null {
  const usesChannel = node.type === 'message' || (node.type === 'trigger' && node.config['kind'] === 'message')
  const channel: Json | undefined = usesChannel ? node.config['channel'] : undefined
  const key = textOf(channel)
  return isLiteral(key) && key !== 'reply' ? key : null
}

/** By code units: the same order on every machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].toSorted(compare)

/** Keys of tools, channels and secrets that the flow names, and every place where a reference to a secret stands. */
export function requiresOf(flow: FlowParts): { requires: Requires; places: string[] } {
  const secrets = new Set<string>()
  const places = new Set<string>()
  eachLeaf(flow, (leaf) => {
    const keys = typeof leaf.value === 'string' ? secretsIn(leaf.value) : []
    if (keys.length === 0) return
    const place = pathOf(leaf)
    places.add(place)
    // What lies in metadata is kept from the file and never runs.
    if (!place.startsWith('metadata.')) for (const key of keys) secrets.add(key)
  })
  const channels = flow.nodes.map(channelOf).filter((key) => key !== null)
  return {
    requires: { tools: sorted(flow.nodes.flatMap(toolsOf)), channels: sorted(channels), secrets: sorted(secrets) },
    places: sorted(places),
  }
}
