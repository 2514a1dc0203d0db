/** Flows made ready to run, kept by version: what a flow holds never changes without one. */
import type { Finding } from '#contract/flow.ts'
import type { JsonRecord } from '#lib/json.ts'
import { recordOf } from '#lib/json.ts'
import { readDocument } from '#server/store/flow-document.ts'
import { readFlowToRun } from '#server/store/engine-run.ts'
import type { Queryable } from '#server/store/engine-db.ts'
import type { NodeRunner } from './node.ts'
import { planOf, type Plan } from './graph.ts'
import { schemaOf } from './nodes/trigger.ts'

export interface ReadyFlow {
  id: string
  name: string
  status: string
  /** Of the sample workspace. */
  isSample: boolean
  plan: Plan
  /** Whether an edge leaves this output of a node. */
  leads(node: string, handle: string): boolean
  vars: JsonRecord
  settings: JsonRecord
  /** What keeps it from running: types that are not known, and what the nodes' own checks find. */
  problems: Finding[]
}

export interface Flows {
  /** True where it is known without asking that no trigger of it says what it takes: what a flow holds stays as it is. */
  takesAnything(account: string, flow: string): boolean
  /** Null where there is none in this account. */
  read(db: Queryable, account: string, flow: string): Promise<(ReadyFlow & { version: number }) | null>
}

/** Flows in memory; a large one has some megabytes. */
const maxKept = 60
/** Findings that are told of one flow. */
const maxProblems = 50

/** What keeps nodes from running. A node that is switched off is passed through, whatever it is. */
function problemsOf(plan: Plan, runners: ReadonlyMap<string, NodeRunner>): Finding[] {
  const found: Finding[] = []
  for (const node of plan.nodes.values()) {
    if (node.disabled || found.length >= maxProblems) continue
    const runner = runners.get(node.type)
    if (!runner) {
      const message = `“${node.name}” is of the type “${node.type}”, which does not run here. Switch the node off or replace it.`
      found.push({ level: 'error', code: 'unknown_type', message, node_id: node.id })
    } else
      for (const message of runner.check?.(node) ?? [])
        found.push({ level: 'error', code: 'bad_config', message, node_id: node.id })
  }
  return found
}

export function makeFlows(runners: ReadonlyMap<string, NodeRunner>): Flows {
  const kept = new Map<string, { version: number; ready: Omit<ReadyFlow, 'id' | 'name' | 'status' | 'isSample'> }>()
  const compile = (body: string) => {
    const document = readDocument(body)
    const plan = planOf(document)
    const ways = new Set(
      plan.handles.map((handle, edge) => JSON.stringify([plan.steps[plan.adjacency.from[edge] ?? -1]?.id, handle])),
    )
    return {
      plan,
      leads: (node: string, handle: string) => ways.has(JSON.stringify([node, handle])),
      vars: Object.fromEntries(document.variables.map(({ key, value }) => [key, value ?? null])),
      settings: recordOf(document.settings),
      problems: problemsOf(plan, runners),
    }
  }
  const keyOf = (account: string, flow: string) => JSON.stringify([account, flow])
  return {
    takesAnything(account, flow) {
      const plan = kept.get(keyOf(account, flow))?.ready.plan
      return plan !== undefined && plan.starts.every((id) => schemaOf(plan.nodes.get(id)) === null)
    },
    async read(db, account, flow) {
      const key = keyOf(account, flow)
      const known = kept.get(key)
      const found = await readFlowToRun(db, account, flow, known?.version ?? null)
      if (!found) {
        kept.delete(key)
        return null
      }
      const { name, status, isSample, version, body } = found
      const ready = known && body === null ? known.ready : compile(body ?? '')
      // The one that was asked for last goes last.
      kept.delete(key)
      kept.set(key, { version, ready })
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break
        kept.delete(oldest)
      }
      return { ...ready, id: flow, name, status, isSample, version }
    },
  }
}
