/** Requirements of a flow, derived from its content. */
import type { Node } from '#contract/flow.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { eachLeaf, pathOf } from '#flow/leaves.ts'
import type { Requires } from '#flow/draft.ts'
import { type Json, listOf, textOf } from '#lib/json/json.ts'

const opener = /\{[{%]/g
const closer = /[}%]\}/g
/** Matches strings, which may contain braces (`{{ '{"a":{}}' | replace: … }}`), or the end of markup. */
const stringOrClosingBrace = /"[^"]*"|'[^']*'|[}%]\}/g

const matchFrom = (pattern: RegExp, text: string, start: number): RegExpExecArray | null => {
  pattern.lastIndex = start
  return pattern.exec(text)
}

/** End of the markup that begins before `start`; -1 if it is not closed. */
function endOfMarkup(text: string, start: number, hasStrings: boolean): number {
  const pattern = hasStrings ? stringOrClosingBrace : closer
  let match = matchFrom(pattern, text, start)
  while (match !== null && !match[0].endsWith('}')) match = matchFrom(pattern, text, pattern.lastIndex)
  return match?.index ?? -1
}

/** Contents of `{{ … }}` and `{% … %}`. Linear: if an unclosed quote hides the end of markup, quotes are ignored. */
function expressionParts(text: string): string[] {
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

/** Matches `secrets.key` and `secrets["key"]`, not `$secrets.key` or `x.secrets.key`. Keys have up to 63 characters. */
const references = /(?<![\w$.])secrets\s*(?:\.\s*([\w-]{1,63})(?![\w-])|\[\s*(?:"([\w-]{1,63})"|'([\w-]{1,63})')\s*\])/g

/**
 * Keys of the secrets that a text refers to in `{{ … }}` and `{% … %}`. A flow is bound to these secrets, and rendering
 * reads no others. Computed keys (`secrets[x]`) are not found.
 */
export function secretKeysIn(text: string): string[] {
  if (!text.includes('secrets')) return []
  return expressionParts(text).flatMap((inside) =>
    [...inside.matchAll(references)].map(([, ...found]) => found.find(Boolean) ?? ''),
  )
}

/** Whether any text in a value refers to a secret. */
export function namesSecret(value: Json): boolean {
  if (typeof value === 'string') return secretKeysIn(value).length > 0
  return typeof value === 'object' && value !== null && Object.values(value).some(namesSecret)
}

/** Whether a key is literal: not empty, and not computed at run time. */
const isLiteral = (key: string): boolean => key !== '' && !key.includes('{{')

export function toolsOf(node: Node): string[] {
  const ofAgent = node.type === 'agent' ? listOf(node.config['tools']) : []
  return [node.tool, ...ofAgent].filter((tool): tool is string => typeof tool === 'string' && isLiteral(tool))
}

/** Key of the channel of a message or message trigger; null if none, if computed, or for "reply" (the run's origin). */
export function channelOf(node: Node): string | null {
  const usesChannel = node.type === 'message' || (node.type === 'trigger' && node.config['kind'] === 'message')
  const channel: Json | undefined = usesChannel ? node.config['channel'] : undefined
  const key = textOf(channel)
  return isLiteral(key) && key !== 'reply' ? key : null
}

/** Compares by code units, independent of the locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].toSorted(compare)

/** Keys of tools, channels and secrets that the flow refers to, and the path of every reference to a secret. */
export function requiresOf(flow: FlowParts): { requires: Requires; secretPaths: string[] } {
  const secrets = new Set<string>()
  const secretPaths = new Set<string>()
  eachLeaf(flow, (leaf) => {
    const keys = typeof leaf.value === 'string' ? secretKeysIn(leaf.value) : []
    if (keys.length === 0) return
    const place = pathOf(leaf)
    secretPaths.add(place)
    // Metadata comes from the file and is not used in runs.
    if (!place.startsWith('metadata.')) for (const key of keys) secrets.add(key)
  })
  const channels = flow.nodes.map(channelOf).filter((key) => key !== null)
  return {
    requires: { tools: sorted(flow.nodes.flatMap(toolsOf)), channels: sorted(channels), secrets: sorted(secrets) },
    secretPaths: sorted(secretPaths),
  }
}
