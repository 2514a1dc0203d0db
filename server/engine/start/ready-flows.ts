/** Flows made ready to run, kept by version: what a flow holds never changes without one. */
import type { Finding } from '#contract/flow.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { recordOf } from '#lib/json/json.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'
import { readFlowToRun, type FlowToRun } from '#server/store/engine/engine-run.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { NodeRunner } from '#server/engine/node.ts'
import { runPlanOf, type RunPlan } from '#server/engine/run/flow-graph.ts'
import { schemaOf } from '#server/engine/nodes/trigger.ts'

export interface ReadyFlow {
  id: string
  name: string
  status: string
  /** Of the sample workspace. */
  isSample: boolean
  plan: RunPlan
  /** Whether an edge leaves this output of a node. */
  leads(node: string, handle: string): boolean
  vars: JsonRecord
  settings: JsonRecord
  /** What keeps it from running: types that are not known, and what the nodes' own checks find. */
  problems: Finding[]
}

/** What a run that was accepted needs of its flow. */
export type DrivenFlow = Omit<ReadyFlow, 'name' | 'status'>

export interface Flows {
  /** True where it is known without asking that no trigger of it says what it takes: what a flow holds stays as it is. */
  takesAnything(account: string, flow: string): boolean
  /** The version that is in memory; null where none is. */
  knownVersion(account: string, flow: string): number | null
  /** Makes ready what was read; its body may be left out where it is the version that is in memory. */
  ready(account: string, flow: string, found: FlowToRun): ReadyFlow & { version: number }
  /** From memory, where it has this version; null where it has not. */
  at(account: string, flow: string, version: number): DrivenFlow | null
  /** Null where there is none in this account. */
  read(db: Queryable, account: string, flow: string): Promise<(ReadyFlow & { version: number }) | null>
}

/** Flows in memory; a large one has some megabytes. */
const maxKept = 60
/** Findings that are told of one flow. */
const maxProblems = 50

/** What keeps nodes from running. A node that is switched off is passed through, whatever it is. */
function problemsOf(plan: RunPlan, runners: ReadonlyMap<string, NodeRunner>): Finding[] {
  const found: Finding[] = []
  for (const node of plan.nodes.values()) {
    if (node.disabled || found.length >= maxProblems) continue
    const runner = runners.get(node.type)
    if (!runner) {
      const message = `“${node.name}” has the type “${node.type}”, which is not a supported node type.`
      found.push({ level: 'error', code: 'unknown_type', message, node_id: node.id })
    } else
      for (const message of runner.check?.(node) ?? [])
        found.push({ level: 'error', code: 'bad_config', message, node_id: node.id })
  }
  return found
}

interface Entry {
  version: number
  isSample: boolean
  parts: Omit<DrivenFlow, 'id' | 'isSample'>
}

export function makeFlows(runners: ReadonlyMap<string, NodeRunner>): Flows {
  const kept = new Map<string, Entry>()
  const compile = (body: string) => {
    const document = readFlowDocument(body)
    const plan = runPlanOf(document)
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
  const keep = (key: string, entry: Entry) => {
    // The one that was asked for last goes last.
    kept.delete(key)
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break
      kept.delete(oldest)
    }
  }
  const knownVersion: Flows['knownVersion'] = (account, flow) => kept.get(keyOf(account, flow))?.version ?? null
  const ready: Flows['ready'] = (account, flow, { name, status, isSample, version, body }) => {
    const key = keyOf(account, flow)
    const known = kept.get(key)
    const parts = known && body === null ? known.parts : compile(body ?? '')
    keep(key, { version, isSample, parts })
    return { ...parts, id: flow, name, status, isSample, version }
  }
  return {
    knownVersion,
    ready,
    takesAnything(account, flow) {
      const plan = kept.get(keyOf(account, flow))?.parts.plan
      return plan !== undefined && plan.starts.every((id) => schemaOf(plan.nodes.get(id)) === null)
    },
    at(account, flow, version) {
      const key = keyOf(account, flow)
      const known = kept.get(key)
      if (known?.version !== version) return null
      keep(key, known)
      return { ...known.parts, id: flow, isSample: known.isSample }
    },
    async read(db, account, flow) {
      const found = await readFlowToRun(db, account, flow, knownVersion(account, flow))
      if (found) return ready(account, flow, found)
      kept.delete(keyOf(account, flow))
      return null
    },
  }
}
