/** Checks a flow. Linear, not recursive: a flow may have 50,000 nodes. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/graph/containers.ts'
import { hasUsablePosition, maxParallelEdges } from '#flow/drawable.ts'
import { foreignTrigger } from './finding-codes.ts'
import { foreignStep } from './foreign-step.ts'
import { FindingCollector, quoted, type ListedFindings } from './findings.ts'
import { accountFindings, accountNeeds, type AccountState, type AccountNeeds } from './lint-account.ts'
import { checkOutputs } from './lint-outputs.ts'
import { checkExposedSecrets } from './lint-secrets.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { productOf } from '#flow/formats/format-titles.ts'
import { enabledSteps, isStep, outputsOf } from '#flow/node-kind.ts'
import { runReach } from '#flow/graph/reach.ts'
import { entriesOf } from '#flow/graph/starts.ts'
import { channelOf, requiresOf, toolsOf } from '#flow/requires.ts'
import { findSecrets } from '#flow/secrets/secrets.ts'
import { stronglyConnectedComponents } from '#flow/graph/connectivity.ts'
import { count as counted } from '#lib/count.ts'
import { recordOf } from '#lib/json/json.ts'

export interface KnownKeys {
  tools: ReadonlySet<string>
  channels: ReadonlySet<string>
  secrets: ReadonlySet<string>
  /** Null = checks against the account are skipped. */
  account: AccountState | null
}

/** A key that a flow refers to. Tools and channels are listed for each enabled node, secrets once without a node. */
interface RequiredKey {
  kind: 'tool' | 'channel' | 'secret'
  key: string
  node: string | null
}

/**
 * Findings that do not depend on the account, as plain data: `beforeAccount` is listed before those about the account,
 * `afterAccount` after them. Also what is to be checked against the account, in the order of the nodes.
 */
export interface Lint {
  beforeAccount: ListedFindings
  requiredKeys: RequiredKey[]
  account: AccountNeeds
  afterAccount: ListedFindings
  /** Paths of references to secrets, sorted. */
  secretPaths: string[]
  /** What a verdict needs besides the findings: see flow/health/verdict.ts. */
  steps: number
  product: string | null
}

/** The only product whose files refer to steps by name: in connections and expressions. */
const productWithNames = 'n8n'

/** Whether a step has no name in its file, and therefore that of its type. */
const isUnnamed = ({ name, type, config }: Node): boolean =>
  name === '' || name === type || name === recordOf(config['original'])['type']

function checkNodes(nodes: readonly Node[], product: string | null, found: FindingCollector): void {
  const ids = new Set<string>()
  const names = new Set<string>()
  for (const node of nodes) {
    if (ids.has(node.id))
      found.add('error', 'duplicate_id', `More than one node has the id ${quoted(node.id)}.`, { node: node.id })
    ids.add(node.id)
    if (!isStep(node)) continue
    // Runs skip disabled nodes, whatever their type.
    const foreign = node.disabled ? null : foreignStep(node, product)
    if (foreign !== null) found.add('error', foreign.code, foreign.message, { node: node.id })
    // Runs here refer to steps by id, and so do most products: equal names, such as default ones, are no fault.
    if (product === productWithNames && !isUnnamed(node) && names.has(node.name)) {
      found.add('warning', 'duplicate_name', `${quoted(node.name)} is the name of more than one node.`, {
        node: node.id,
      })
    }
    names.add(node.name)
  }
}

function checkEdges(nodes: readonly Node[], edges: readonly Edge[], found: FindingCollector): void {
  const ids = new Set(nodes.map((node) => node.id))
  for (const { id, source, target } of edges) {
    const missing = ids.has(source) ? (ids.has(target) ? null : target) : source
    if (missing !== null)
      found.add('error', 'dangling_edge', `An edge refers to ${quoted(missing)}, which does not exist.`, { edge: id })
  }
}

/** Finds nodes and edges that cannot be drawn as specified. */
function checkDrawable(nodes: readonly Node[], edges: readonly Edge[], found: FindingCollector): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const { parent } = containersOf(nodes)
  for (const [index, node] of nodes.entries()) {
    if (!hasUsablePosition(node))
      found.add('info', 'unusable_place', `${quoted(node.name)} has a position that cannot be drawn.`, {
        node: node.id,
      })
    if (node.parent === null || parent[index] !== -1) continue
    const message = byId.has(node.parent)
      ? `${quoted(node.name)} is inside itself.`
      : `${quoted(node.name)} is in a group that does not exist.`
    found.add('warning', 'unusable_parent', message, { node: node.id })
  }
  const ports = new Map<string, { first: Edge; count: number }>()
  for (const edge of edges) {
    const key = JSON.stringify([edge.source, edge.source_handle, edge.target])
    const before = ports.get(key)
    if (before === undefined) ports.set(key, { first: edge, count: 1 })
    else before.count += 1
  }
  for (const { first, count: edgesThere } of ports.values()) {
    if (edgesThere <= maxParallelEdges) continue
    const [from, to] = [first.source, first.target].map((id) => quoted(byId.get(id)?.name || id))
    const message = `${counted(edgesThere, 'edge')} lead from ${from} to ${to}, ${maxParallelEdges} of which are drawn.`
    found.add('info', 'parallel_edges', message, { node: first.source, edge: first.id })
  }
}

function requiredKeysOf(flow: FlowParts, secrets: readonly string[]): RequiredKey[] {
  const requiredKeys: RequiredKey[] = []
  for (const node of flow.nodes) {
    if (node.disabled) continue
    for (const key of toolsOf(node)) requiredKeys.push({ kind: 'tool', key, node: node.id })
    const channel = channelOf(node)
    if (channel !== null) requiredKeys.push({ kind: 'channel', key: channel, node: node.id })
  }
  for (const key of secrets) requiredKeys.push({ kind: 'secret', key, node: null })
  return requiredKeys
}

function checkRequiredKeys(requiredKeys: readonly RequiredKey[], knownKeys: KnownKeys, found: FindingCollector): void {
  for (const { kind, key, node } of requiredKeys) {
    if (knownKeys[`${kind}s`].has(key)) continue
    const what = kind === 'secret' ? 'has no value' : 'does not exist'
    found.add('error', `missing_${kind}`, `The ${kind} ${quoted(key)} ${what}.`, { node })
  }
}

function checkSecrets(flow: FlowParts, found: FindingCollector): void {
  for (const { path, nodeId } of findSecrets(flow)) {
    found.add(
      'error',
      'secret_in_config',
      `${quoted(path)} looks like a secret. Use a reference to a secret instead.`,
      { node: nodeId },
    )
  }
}

function checkReachability(flow: FlowParts, found: FindingCollector): void {
  const { nodes, edges } = flow
  const steps = nodes.filter(isStep)
  const { indexById, next, runEdges, starts, reached } = runReach(steps, edges, nodes, entriesOf(flow))
  for (const [index, node] of steps.entries()) {
    if (reached[index] || node.disabled || starts.length === 0) continue
    found.add('warning', 'unreachable', `No trigger leads to ${quoted(node.name)}.`, { node: node.id })
  }
  checkCycles({ steps, edges: runEdges, indexById, next }, found)
}

interface RunGraph {
  steps: readonly Node[]
  edges: readonly Edge[]
  indexById: ReadonlyMap<string, number>
  next: number[][]
}

/**
 * Finds endless loops: cycles that no edge leaves and in which no condition has a branch without an edge, at which a
 * run would end.
 */
function checkCycles({ steps, edges, indexById, next }: RunGraph, found: FindingCollector): void {
  const components = stronglyConnectedComponents(next)
  const conditions = new Set(steps.filter((node) => node.type === 'condition').map((node) => node.id))
  const used = new Set(
    edges.flatMap(({ source, source_handle: output }) =>
      conditions.has(source) ? [JSON.stringify([source, output])] : [],
    ),
  )
  const cycles = new Set<number>()
  const exits = new Set<number>()
  for (const edge of edges) {
    const from = components[indexById.get(edge.source) ?? -1]
    const to = components[indexById.get(edge.target) ?? -1]
    if (from === undefined || to === undefined) continue
    if (from === to) cycles.add(from)
    else exits.add(from)
  }
  for (const [index, node] of steps.entries()) {
    if (node.type !== 'condition') continue
    const component = components[index]
    const hasEnd = outputsOf(node).some((output) => !used.has(JSON.stringify([node.id, output.id])))
    if (component !== undefined && hasEnd) exits.add(component)
  }
  for (const [index, node] of steps.entries()) {
    const component = components[index]
    if (component === undefined || !cycles.has(component) || exits.has(component)) continue
    // One finding per cycle, at its first node.
    cycles.delete(component)
    found.add('warning', 'endless_cycle', `The loop at ${quoted(node.name)} has no exit.`, {
      node: node.id,
    })
  }
}

/** Flows of other products may start with a step whose type is unknown here, or need no trigger. */
function checkTriggers(steps: readonly Node[], product: string | null, found: FindingCollector): void {
  const enabled = steps.filter((node) => !node.disabled)
  if (steps.length === 0) found.add('error', 'empty_flow', 'The flow has no nodes.')
  else if (enabled.some((node) => node.type === 'trigger' && foreignStep(node, product) === null)) return
  else if (product !== null || enabled.some((node) => foreignStep(node, product) !== null))
    found.add('error', foreignTrigger, 'No trigger of this flow runs here. Its own product may start it.')
  else
    found.add('error', 'no_trigger', 'The flow has no enabled trigger, so nothing starts it. Add or enable a trigger.')
}

/** Checks that do not depend on the account. Deterministic. */
export function lintFlow(flow: FlowParts): Lint {
  const beforeAccount = new FindingCollector()
  const product = productOf(flow.metadata)
  checkTriggers(flow.nodes.filter(isStep), product, beforeAccount)
  checkNodes(flow.nodes, product, beforeAccount)
  checkEdges(flow.nodes, flow.edges, beforeAccount)
  const afterAccount = new FindingCollector()
  checkSecrets(flow, afterAccount)
  checkExposedSecrets(flow.nodes, afterAccount)
  checkReachability(flow, afterAccount)
  checkOutputs(flow.nodes, flow.edges, product, afterAccount)
  checkDrawable(flow.nodes, flow.edges, afterAccount)
  const { requires, secretPaths } = requiresOf(flow)
  return {
    beforeAccount: beforeAccount.all(),
    requiredKeys: requiredKeysOf(flow, requires.secrets),
    account: accountNeeds(flow.nodes),
    afterAccount: afterAccount.all(),
    secretPaths,
    steps: enabledSteps(flow.nodes),
    product,
  }
}

/** The findings that do not depend on the account, in the same order as `findingsOf`. */
export function ownFindings({ beforeAccount, afterAccount }: Lint): Finding[] {
  const parts = [beforeAccount, afterAccount]
  return [...parts.flatMap((part) => part.list), ...parts.flatMap((part) => part.omitted)]
}

/** All findings, in the order of the checks and then of the nodes; entries that count omitted findings are last. */
export function findingsOf(
  { beforeAccount, requiredKeys, account, afterAccount }: Lint,
  knownKeys: KnownKeys,
): Finding[] {
  const missing = new FindingCollector()
  checkRequiredKeys(requiredKeys, knownKeys, missing)
  if (knownKeys.account) accountFindings(account, knownKeys.account, missing)
  const parts = [beforeAccount, missing.all(), afterAccount]
  return [...parts.flatMap((part) => part.list), ...parts.flatMap((part) => part.omitted)]
}
