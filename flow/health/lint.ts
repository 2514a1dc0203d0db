/** Checks a flow. Linear, not recursive: a flow may have 50,000 nodes. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import { containersOf } from '#flow/graph/containers.ts'
import { hasUsablePlace, maxParallelEdges } from '#flow/drawable.ts'
import { FindingCollector, quoted, type ListedFindings } from './findings.ts'
import { accountFindings, accountNeeds, type AccountState, type AccountNeeds } from './lint-account.ts'
import { checkExposedSecrets } from './lint-secrets.ts'
import type { FlowParts } from '#flow/leaves.ts'
import { isStep, kindOf, outputsOf } from '#flow/node-kind.ts'
import { runReach } from '#flow/graph/reach.ts'
import { channelOf, requiresOf, toolsOf } from '#flow/requires.ts'
import { findSecrets } from '#flow/secrets/secrets.ts'
import { partsOf } from '#flow/graph/ways.ts'
import { count as counted } from '#lib/count.ts'

export interface Known {
  tools: ReadonlySet<string>
  channels: ReadonlySet<string>
  secrets: ReadonlySet<string>
  /** Null = checks against the account are skipped. */
  around: AccountState | null
}

/** A key that a flow refers to. Tools and channels are listed for each node, secrets once without a node. */
interface Need {
  kind: 'tool' | 'channel' | 'secret'
  key: string
  node: string | null
}

/**
 * Findings that do not depend on the account, as plain data: `before` and `after` the findings about the account; and
 * the needs to be checked against the account, in the order of the nodes.
 */
export interface Lint {
  before: ListedFindings
  needs: Need[]
  around: AccountNeeds
  after: ListedFindings
  /** Paths of references to secrets, sorted. */
  references: string[]
}

function checkNodes(nodes: readonly Node[], found: FindingCollector): void {
  const ids = new Set<string>()
  const names = new Set<string>()
  for (const node of nodes) {
    if (ids.has(node.id))
      found.add('error', 'duplicate_id', `More than one node has the id ${quoted(node.id)}.`, { node: node.id })
    ids.add(node.id)
    if (!isStep(node)) continue
    // Disabled nodes are skipped, whatever their type.
    if (!node.disabled && kindOf(node.type) === 'unknown')
      found.add('error', 'unknown_type', `${quoted(node.type)} is not a supported node type.`, { node: node.id })
    if (node.name !== '' && names.has(node.name)) {
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
function checkPicture(nodes: readonly Node[], edges: readonly Edge[], found: FindingCollector): void {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const { parent } = containersOf(nodes)
  for (const [index, node] of nodes.entries()) {
    if (!hasUsablePlace(node))
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

function needsOf(flow: FlowParts, secrets: readonly string[]): Need[] {
  const needs: Need[] = []
  for (const node of flow.nodes) {
    for (const key of toolsOf(node)) needs.push({ kind: 'tool', key, node: node.id })
    const channel = channelOf(node)
    if (channel !== null) needs.push({ kind: 'channel', key: channel, node: node.id })
  }
  for (const key of secrets) needs.push({ kind: 'secret', key, node: null })
  return needs
}

function checkNeeds(needs: readonly Need[], known: Known, found: FindingCollector): void {
  for (const { kind, key, node } of needs) {
    if (known[`${kind}s`].has(key)) continue
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

function checkWays(nodes: readonly Node[], edges: readonly Edge[], found: FindingCollector): void {
  const steps = nodes.filter(isStep)
  const { place, next, inRun, starts, reached } = runReach(steps, edges, nodes)
  for (const [index, node] of steps.entries()) {
    if (reached[index] || node.disabled || starts.length === 0) continue
    found.add('warning', 'unreachable', `No trigger leads to ${quoted(node.name)}.`, { node: node.id })
  }
  checkCycles({ steps, edges: inRun, place, next }, found)
}

interface Run {
  steps: readonly Node[]
  edges: readonly Edge[]
  place: ReadonlyMap<string, number>
  next: number[][]
}

/**
 * Finds endless loops: cycles that no edge leaves and in which no condition has a branch without an edge, at which a
 * run would end.
 */
function checkCycles({ steps, edges, place, next }: Run, found: FindingCollector): void {
  const part = partsOf(next)
  const conditions = new Set(steps.filter((node) => node.type === 'condition').map((node) => node.id))
  const used = new Set(
    edges.flatMap(({ source, source_handle: output }) =>
      conditions.has(source) ? [JSON.stringify([source, output])] : [],
    ),
  )
  const circles = new Set<number>()
  const exits = new Set<number>()
  for (const edge of edges) {
    const from = part[place.get(edge.source) ?? -1]
    const to = part[place.get(edge.target) ?? -1]
    if (from === undefined || to === undefined) continue
    if (from === to) circles.add(from)
    else exits.add(from)
  }
  for (const [index, node] of steps.entries()) {
    if (node.type !== 'condition') continue
    const own = part[index]
    const hasEnd = outputsOf(node).some((output) => !used.has(JSON.stringify([node.id, output.id])))
    if (own !== undefined && hasEnd) exits.add(own)
  }
  for (const [index, node] of steps.entries()) {
    const own = part[index]
    if (own === undefined || !circles.has(own) || exits.has(own)) continue
    // One finding per cycle, at its first node.
    circles.delete(own)
    found.add('warning', 'endless_cycle', `The loop at ${quoted(node.name)} has no exit.`, {
      node: node.id,
    })
  }
}

/** Checks that do not depend on the account. Deterministic. */
export function lintFlow(flow: FlowParts): Lint {
  const before = new FindingCollector()
  const steps = flow.nodes.filter(isStep)
  if (steps.length === 0) before.add('error', 'empty_flow', 'The flow has no nodes.')
  else if (!steps.some((node) => node.type === 'trigger' && !node.disabled)) {
    before.add('error', 'no_trigger', 'The flow has no trigger, so nothing starts it.')
  }
  checkNodes(flow.nodes, before)
  checkEdges(flow.nodes, flow.edges, before)
  const after = new FindingCollector()
  checkSecrets(flow, after)
  checkExposedSecrets(flow.nodes, after)
  checkWays(flow.nodes, flow.edges, after)
  checkPicture(flow.nodes, flow.edges, after)
  const { requires, places } = requiresOf(flow)
  return {
    before: before.all(),
    needs: needsOf(flow, requires.secrets),
    around: accountNeeds(flow.nodes),
    after: after.all(),
    references: places,
  }
}

/** All findings, in the order of the checks and then of the nodes; entries that count omitted findings are last. */
export function findingsOf({ before, needs, around, after }: Lint, known: Known): Finding[] {
  const missing = new FindingCollector()
  checkNeeds(needs, known, missing)
  if (known.around) accountFindings(around, known.around, missing)
  const parts = [before, missing.all(), after]
  return [...parts.flatMap((part) => part.list), ...parts.flatMap((part) => part.more)]
}
