/** Requirements of a flow, derived from its content. */
import type { Node } from '#contract/flow.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { eachLeaf, pathOf } from '#flow/leaves.ts'
import type { Requires } from '#flow/draft.ts'
import { secretKeysIn } from '#flow/secret-references.ts'
import { type Json, listOf, textOf } from '#lib/json/json.ts'

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
