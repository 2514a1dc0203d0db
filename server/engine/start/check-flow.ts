/** Checks of a flow that need the sandbox or the database: invalid schedules, syntax errors, missing flows. */
import type { Node } from '#contract/flow.ts'
import { foreignStep } from '#flow/health/foreign-step.ts'
import { textOf, type Json } from '#lib/json/json.ts'
import { findFlow } from '#server/store/engine/engine-bindings.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { Sandbox } from '#server/engine/engine-tools.ts'
import { checkSources } from '#server/engine/nodes/source.ts'
import { scheduleTimesOf } from './schedule-times.ts'

interface FlowProblem {
  nodeId: string | null
  code: string
  message: string
}

/** Nodes that start a missing flow, named by a literal id or name. */
async function missingFlows(db: Queryable, account: string, nodes: readonly Node[]): Promise<FlowProblem[]> {
  const exists = new Map<string, boolean>()
  const found: FlowProblem[] = []
  for (const node of nodes) {
    const target = textOf(node.config['flow']).trim()
    if (node.type !== 'subflow' || node.disabled || target === '' || target.includes('{{')) continue
    if (!exists.has(target)) exists.set(target, (await findFlow(db, account, target)) !== null)
    if (exists.get(target)) continue
    const message = `“${node.name}” starts the flow “${target}”, which does not exist or is not the only one with this name. Enter its id.`
    found.push({ nodeId: node.id, code: 'missing_flow', message })
  }
  return found
}

/** Checks the nodes of a flow of this account. Must not be called within a transaction, because it may be slow. */
export async function externalProblems(
  { db, sandbox }: { db: Queryable; sandbox: Sandbox },
  account: string,
  nodes: readonly Node[],
  { settings, product }: { settings: Json; product: string | null },
): Promise<FlowProblem[]> {
  // What is wrong within a foreign step does not matter: it has to be replaced.
  const own = nodes.filter((node) => foreignStep(node, product) === null)
  const invalidTimes = scheduleTimesOf(own, settings).invalid
  return [
    ...invalidTimes.map(({ node: nodeId, message }) => ({ nodeId, code: 'bad_schedule', message })),
    ...(await missingFlows(db, account, own)),
    ...(await checkSources(sandbox.forAccount(account), own)),
  ]
}
