/** What a flow needs from its account, read off the flow itself, so that a list can never disagree with its nodes. */
import type { Node } from '#contract/flow.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { eachLeaf, pathOf } from '#flow/leaves.ts'
import type { Requires } from '#flow/draft.ts'
import { type Json, listOf, textOf } from '#lib/json/json.ts'

const opener = /\{[{%]/g
const closer = /[}%]\}/g
/** The same behind strings, which may hold braces: `{{ '{"a":{}}' | replace: … }}`. */
const stringOrCloser = /"[^"]*"|'[^']*'|[}%]\}/g

const matchFrom = (pattern: RegExp, text: string, start: number): RegExpExecArray | null => {
  pattern.lastIndex = start
  return pattern.exec(text)
}

/** Where the markup that begins before `start` ends; -1 where it does not. */
function endOfMarkup(text: string, start: number, hasStrings: boolean): number {
  const pattern = hasStrings ? stringOrCloser : closer
  let match = matchFrom(pattern, text, start)
  while (match !== null && !match[0].endsWith('}')) match = matchFrom(pattern, text, pattern.lastIndex)
  return match?.index ?? -1
}

/** The insides of `{{ … }}` and `{% … %}`. Linear: once a quote has hidden the last end, quotes count no more. */
function markupIn(text: string): string[] {
  const found: string[] = []
  let hasStrings = true
  let open = matchFrom(opener, text, 0)
  while (open !== null) {
    const start = open.index + 2
    let end = endOfMarkup(text, start, hasStrings)
    if (end === -1 && hasStrings) {
      hasStrings = false
      end = endOfMarkup(text, start, hasStrings)
    }
    if (end === -1) break
    found.push(text.slice(start, end))
    open = matchFrom(opener, text, end + 2)
  }
  return found
}

/** `secrets.key` and `secrets["key"]`, not `$secrets.key` or `x.secrets.key`. No key is longer. */
const references = /(?<![\w$.])secrets\s*(?:\.\s*([\w-]{1,63})(?![\w-])|\[\s*(?:"([\w-]{1,63})"|'([\w-]{1,63})')\s*\])/g

/**
 * Keys of the secrets that a text names in its `{{ … }}` and `{% … %}`: what a flow is bound to, and all that filling in the
 * text asks for. A key that is worked out (`secrets[x]`) is not found.
 */
export function secretsIn(text: string): string[] {
  if (!text.includes('secrets')) return []
  return markupIn(text).flatMap((inside) =>
    [...inside.matchAll(references)].map(([, ...found]) => found.find(Boolean) ?? ''),
  )
}

/** Whether a text within a value has a secret filled in. */
export function namesSecret(value: Json): boolean {
  if (typeof value === 'string') return secretsIn(value).length > 0
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
