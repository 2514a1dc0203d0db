/** Effects of a new key. Flows are bound to the tool's id; other tools refer to its key. Pure. */
import type { UsedBy } from './usage-graph.ts'

export interface KeyChange {
  /** Affected: tools that refer to the key, directly or indirectly; flows that use these tools; their channels. */
  affected: UsedBy
  /** Not affected: flows that use only the tool itself, and their channels. */
  unaffected: UsedBy
  /** An active flow uses the tool, directly or indirectly, so the user has to type the name. */
  isActive: boolean
}

/** The effects of a new key on the users of the tool `id`. */
export function keyChange(id: string, { tools, flows, channels }: UsedBy): KeyChange {
  const affected = flows.filter((flow) => flow.tools.some((used) => used !== id))
  const unaffected = flows.filter((flow) => !affected.includes(flow))
  const channelsOf = (some: UsedBy['flows']) => {
    const ids = new Set(some.map((flow) => flow.id))
    return channels.filter((channel) => channel.flows.some((flow) => ids.has(flow)))
  }
  return {
    affected: { tools, flows: affected, channels: channelsOf(affected) },
    unaffected: { tools: [], flows: unaffected, channels: channelsOf(unaffected) },
    isActive: flows.some(({ status }) => status === 'active'),
  }
}
