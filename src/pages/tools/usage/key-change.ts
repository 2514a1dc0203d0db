/** Effects of a new key. Flows are bound to the tool's id; other tools refer to its key. Pure. */
import type { UsedBy } from './usage-graph.ts'

export interface KeyChange {
  /** Affected: tools that refer to the key, directly or indirectly; flows that use these tools; their channels. */
  losing: UsedBy
  /** Not affected: flows that use only the tool itself, and their channels. */
  keeping: UsedBy
  /** An active flow uses the tool, directly or indirectly, so the user has to type the name. */
  isActive: boolean
}

/** The effects of a new key on the users of the tool `id`. */
export function keyChange(id: string, { tools, flows, channels }: UsedBy): KeyChange {
  const losing = flows.filter((flow) => flow.tools.some((used) => used !== id))
  const keeping = flows.filter((flow) => !losing.includes(flow))
  const reached = (some: UsedBy['flows']) => {
    const ids = new Set(some.map((flow) => flow.id))
    return channels.filter((channel) => channel.flows.some((flow) => ids.has(flow)))
  }
  return {
    losing: { tools, flows: losing, channels: reached(losing) },
    keeping: { tools: [], flows: keeping, channels: reached(keeping) },
    isActive: flows.some(({ status }) => status === 'active'),
  }
}
