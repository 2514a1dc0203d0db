/** Cache of prepared versions of flows. An entry never becomes invalid, since a version of a flow never changes. */
import type { Finding } from '#contract/flow.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { FindingCollector } from '#flow/health/findings.ts'
import { foreignType } from '#flow/health/finding-codes.ts'
import { foreignStep } from '#flow/health/foreign-step.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { recordOf } from '#lib/json/json.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'
import { readFlowToRun, readFlowVersion, type FlowToRun } from '#server/store/engine/engine-run.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { invalid } from '#server/base/fault.ts'
import type { StartRequest } from '#server/engine/engine.ts'
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

/** The parts of a flow that follow from its document. */
type CompiledFlow = Omit<DrivenFlow, 'id' | 'isSample'>

export interface Flows {
  compile(body: string): CompiledFlow
  /** True if the version that was live last is cached and none of its triggers has an input schema. */
  acceptsAnyInput(account: string, flow: string): boolean
  /** Number of the version that was live last; null if it is not cached. */
  cachedVersion(account: string, flow: string): number | null
  /** Prepares the live version, as read from the database; its body may be null if it is cached. */
  prepare(account: string, flow: string, found: FlowToRun): PreparedFlow & { version: number }
  /** A version; null if it does not exist in this account. */
  version(db: Queryable, account: string, flow: string, version: number): Promise<DrivenFlow | null>
  /** Reads and prepares the live version; null if the flow does not exist in this account. */
  read(db: Queryable, account: string, flow: string): Promise<(PreparedFlow & { version: number }) | null>
}

/** Maximum number of cached versions; a large one takes some megabytes. */
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
  isSample: boolean
  parts: CompiledFlow
}

/** Stores the most recently used entry at the end, and drops the first ones beyond the limit. */
function touch<T>(entries: Map<string, T>, key: string, entry: T): void {
  entries.delete(key)
  entries.set(key, entry)
  for (const oldest of entries.keys()) {
    if (entries.size <= maxCached) break
    entries.delete(oldest)
  }
}

export function makeFlows(runners: ReadonlyMap<string, NodeRunner>): Flows {
  const cache = new Map<string, CacheEntry>()
  /** Numbers of live versions, as last read. */
  const live = new Map<string, number>()
  const compile = (body: string): CompiledFlow => {
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
  const flowKey = (account: string, flow: string) => JSON.stringify([account, flow])
  const keyOf = (account: string, flow: string, version: number) => JSON.stringify([account, flow, version])
  const store = (key: string, entry: CacheEntry) => touch(cache, key, entry)
  const liveEntry = (account: string, flow: string): CacheEntry | undefined =>
    cache.get(keyOf(account, flow, live.get(flowKey(account, flow)) ?? 0))
  const readEntry = async (db: Queryable, account: string, flow: string, version: number) => {
    const found = await readFlowVersion(db, account, flow, version)
    return found && { isSample: found.isSample, parts: compile(found.body) }
  }
  const cachedVersion: Flows['cachedVersion'] = (account, flow) =>
    liveEntry(account, flow) === undefined ? null : (live.get(flowKey(account, flow)) ?? null)
  const prepare: Flows['prepare'] = (account, flow, { name, status, isSample, version, body }) => {
    const key = keyOf(account, flow, version)
    const known = cache.get(key)
    const parts = known && body === null ? known.parts : compile(body ?? '')
    store(key, { isSample, parts })
    touch(live, flowKey(account, flow), version)
    return { ...parts, id: flow, name, status, isSample, version }
  }
  return {
    compile,
    cachedVersion,
    prepare,
    acceptsAnyInput(account, flow) {
      const plan = liveEntry(account, flow)?.parts.plan
      return plan !== undefined && plan.starts.every((id) => schemaOf(plan.nodes.get(id)) === null)
    },
    async version(db, account, flow, version) {
      const key = keyOf(account, flow, version)
      const known = cache.get(key) ?? (await readEntry(db, account, flow, version))
      if (known === null) return null
      store(key, known)
      return { ...known.parts, id: flow, isSample: known.isSample }
    },
    async read(db, account, flow) {
      const found = await readFlowToRun(db, account, flow, cachedVersion(account, flow))
      if (found) return prepare(account, flow, found)
      live.delete(flowKey(account, flow))
      return null
    },
  }
}

/** The version that the request names, else the live one. 400 if it does not exist. */
export async function versionToRun(
  flows: Flows,
  db: Queryable,
  { account, flowId, version = null }: Pick<StartRequest, 'account' | 'flowId' | 'version'>,
  live: PreparedFlow & { version: number },
): Promise<PreparedFlow & { version: number }> {
  if (version === null || version === live.version) return live
  const found = await flows.version(db, account, flowId, version)
  if (!found) throw invalid('version', 'The flow has no version with this number.')
  return { ...live, ...found, version }
}
