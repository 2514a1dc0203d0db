/** Who loses a tool whose key changes. Flows are bound to its id; other tools find it by its key. Pure. */
import type { UsedBy } from './usage-graph.ts'

export interface KeyChange {
  /** Tools that name the key, or a tool that does; flows that use these, and their channels. */
  losing: UsedBy
  /** Flows that use the tool itself, and their channels. */
  keeping: UsedBy
  /** A flow that is active uses it, in whichever way: its name has to be typed. */
  isActive: boolean
}

/** What a new key does to who uses the tool `id`. */
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
