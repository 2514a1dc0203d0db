/** The mutable facts of one running service. */
import type { EdgeFact, Facts, FlowFact, NodeFact, ToolFact } from './fact.ts'
import { facts } from './facts.ts'

/** The facts of one running service. */
export class Store {
  readonly facts: Facts = structuredClone(facts)
  /** The clock advances by a second with every change. */
  #now = Date.UTC(2025, 0, 1)

  #tick(): number {
    this.#now += 1000
    return this.#now
  }

  flow(key: number): FlowFact | undefined {
    return this.facts.flows.find((flow) => flow.key === key)
  }

  addFlow(fields: { name: string; about?: string; nodes?: NodeFact[]; edges?: EdgeFact[] }): FlowFact {
    const now = this.#tick()
    const flow: FlowFact = {
      key: Math.max(0, ...this.facts.flows.map(({ key }) => key)) + 1,
      name: fields.name,
      about: fields.about ?? '',
      state: 'draft',
      labels: [],
      nodes: fields.nodes ?? [],
      edges: fields.edges ?? [],
      runs: 0,
      cost: 0,
      lastRun: null,
      createdAt: now,
      updatedAt: now,
    }
    this.facts.flows.push(flow)
    return flow
  }

  rename(flow: FlowFact, { name, about }: { name?: string | undefined; about?: string | undefined }): void {
    flow.name = name ?? flow.name
    flow.about = about ?? flow.about
    flow.updatedAt = this.#tick()
  }

  removeFlow(key: number): void {
    this.facts.flows = this.facts.flows.filter((flow) => flow.key !== key)
  }

  addTool(fields: Pick<ToolFact, 'slug' | 'name' | 'about' | 'group' | 'setup'>): ToolFact {
    const now = this.#tick()
    const key = Math.max(0, ...this.facts.tools.map((tool) => tool.key)) + 1
    const tool: ToolFact = { ...fields, key, on: true, users: 0, createdAt: now, updatedAt: now }
    this.facts.tools.push(tool)
    return tool
  }
}
