/** Cache of prepared flows by version. An entry never becomes invalid, since a version of a flow never changes. */
import type { Finding } from '#contract/flow.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { FindingCollector } from '#flow/health/findings.ts'
import { foreignType } from '#flow/health/finding-codes.ts'
import { foreignStep } from '#flow/health/foreign-step.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { recordOf } from '#lib/json/json.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'
import { readFlowToRun, type FlowToRun } from '#server/store/engine/engine-run.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { NodeRunner } from '#server/engine/node.ts'
import { runPlanOf, type RunPlan } from '#server/engine/run/flow-graph.ts'
import { schemaOf } from '#server/engine/nodes/trigger.ts'

export interface PreparedFlow {
  id: string
  name: string
  status: string
  /** Whether the flow belongs to the sample workspace. */
  isSample: boolean
  plan: RunPlan
  /** Whether an output of a node has an edge. */
  hasEdge(node: string, handle: string): boolean
  vars: JsonRecord
  settings: JsonRecord
  /** The product that the flow was made for; null if unknown. */
  product: string | null
  /** Problems that prevent the flow from running: steps of other products, and errors in the config of nodes. */
  problems: Finding[]
}

/** The parts of a flow that a run needs after it was accepted. */
export type DrivenFlow = Omit<PreparedFlow, 'name' | 'status'>

export interface Flows {
  /** True if the flow is cached and none of its triggers has an input schema. */
  acceptsAnyInput(account: string, flow: string): boolean
  /** Version number of the cached flow; null if it is not cached. */
  cachedVersion(account: string, flow: string): number | null
  /** Prepares a flow that was read from the database; its body may be null if its version is cached. */
  prepare(account: string, flow: string, found: FlowToRun): PreparedFlow & { version: number }
  /** The cached flow if it has this version, else null. */
  cached(account: string, flow: string, version: number): DrivenFlow | null
  /** Reads and prepares a flow; null if it does not exist in this account. */
  read(db: Queryable, account: string, flow: string): Promise<(PreparedFlow & { version: number }) | null>
}

/** Maximum number of cached flows; a large one takes some megabytes. */
const maxCached = 60
/** Problems that prevent nodes from running. Disabled nodes are skipped. */
function problemsOf(plan: RunPlan, product: string | null, runners: ReadonlyMap<string, NodeRunner>): Finding[] {
  const found = new FindingCollector()
  for (const node of plan.nodes.values()) {
    if (node.disabled) continue
    const runner = runners.get(node.type)
    const foreign = foreignStep(node, product)
    // The runners decide which types run.
    if (foreign !== null && (!runner || foreign.code !== foreignType))
      found.add('error', foreign.code, foreign.message, { node: node.id })
    else for (const message of runner?.check?.(node) ?? []) found.add('error', 'bad_config', message, { node: node.id })
  }
  const { list, omitted } = found.all()
  return [...list, ...omitted]
}

interface CacheEntry {
  version: number
  isSample: boolean
  parts: Omit<DrivenFlow, 'id' | 'isSample'>
}

export function makeFlows(runners: ReadonlyMap<string, NodeRunner>): Flows {
  const cache = new Map<string, CacheEntry>()
  const compile = (body: string) => {
    const document = readFlowDocument(body)
    const plan = runPlanOf(document)
    const product = productOf(recordOf(document.metadata))
    const connectedHandles = new Set(
      plan.handles.map((handle, edge) => JSON.stringify([plan.steps[plan.adjacency.from[edge] ?? -1]?.id, handle])),
    )
    return {
      plan,
      hasEdge: (node: string, handle: string) => connectedHandles.has(JSON.stringify([node, handle])),
      vars: Object.fromEntries(document.variables.map(({ key, value }) => [key, value ?? null])),
      settings: recordOf(document.settings),
      product,
      problems: problemsOf(plan, product, runners),
    }
  }
  const keyOf = (account: string, flow: string) => JSON.stringify([account, flow])
  const store = (key: string, entry: CacheEntry) => {
    // Moves the most recently used entry to the end.
    cache.delete(key)
    cache.set(key, entry)
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break
      cache.delete(oldest)
    }
  }
  const cachedVersion: Flows['cachedVersion'] = (account, flow) => cache.get(keyOf(account, flow))?.version ?? null
  const prepare: Flows['prepare'] = (account, flow, { name, status, isSample, version, body }) => {
    const key = keyOf(account, flow)
    const known = cache.get(key)
    const parts = known && body === null ? known.parts : compile(body ?? '')
    store(key, { version, isSample, parts })
    return { ...parts, id: flow, name, status, isSample, version }
  }
  return {
    cachedVersion,
    prepare,
    acceptsAnyInput(account, flow) {
      const plan = cache.get(keyOf(account, flow))?.parts.plan
      return plan !== undefined && plan.starts.every((id) => schemaOf(plan.nodes.get(id)) === null)
    },
    cached(account, flow, version) {
      const key = keyOf(account, flow)
      const known = cache.get(key)
      if (known?.version !== version) return null
      store(key, known)
      return { ...known.parts, id: flow, isSample: known.isSample }
    },
    async read(db, account, flow) {
      const found = await readFlowToRun(db, account, flow, cachedVersion(account, flow))
      if (found) return prepare(account, flow, found)
      cache.delete(keyOf(account, flow))
      return null
    },
  }
}
