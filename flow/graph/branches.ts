/** Branches of a node (rows of its card, lines of the outline), and labels of its edges. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import { isStep, kindOf, outputsInFile, outputsOf, type Output } from '#flow/node-kind.ts'
import { isAttachment } from './connectivity.ts'

/** Text of an edge: its label; without a label, at no output or at "out", its condition. */
function edgeLabel({ label, condition, source_handle: handle }: EdgeText): string {
  const own = label?.trim() ?? ''
  return own === '' && (handle === null || handle === '' || handle === 'out') ? (condition?.trim() ?? '') : own
}

type EdgeText = Pick<Edge, 'label' | 'condition' | 'source_handle'>

/** The outputs that a node shows: those of its file, else those of its type. */
function portsOf(node: Node): Output[] {
  const own = outputsInFile(node)
  return own.length > 0 ? own : outputsOf(node)
}

/** Whether all outputs of a node are always shown. */
const showsAllPorts = (node: Node): boolean => node.type === 'condition' || outputsInFile(node).length > 0

/** Label of an edge at its source port: its text, else the label or handle of its output; "" at the output "out". */
export function branchLabel(edge: EdgeText, source: Node | undefined): string {
  const own = edgeLabel(edge)
  const handle = edge.source_handle ?? ''
  if (own !== '' || handle === '' || handle === 'out') return own
  return (source === undefined ? undefined : portsOf(source).find(({ id }) => id === handle)?.label) ?? handle
}

export interface Branch {
  /** Identifier, unique within the node. */
  key: string
  /** Output of the branch. */
  handle: string | null
  label: string
  condition: string
  /** True for the error branch. */
  fault: boolean
}

const faults = new Set(['error', 'timeout'])
export const isFault = (handle: string | null): boolean => handle === 'error'

/** Branch key of an edge; equal for edges with equal handle and label. */
const branchKey = (handle: string | null, label: string): string => JSON.stringify([handle, label])

/** Labels of the edges at each output. */
function labelsOf(outgoing: readonly Edge[]): Map<string | null, Set<string>> {
  const labels = new Map<string | null, Set<string>>()
  for (const edge of outgoing) {
    const [handle, label] = [edge.source_handle, edgeLabel(edge)]
    if (label === '') continue
    const own = labels.get(handle)
    if (own === undefined) labels.set(handle, new Set([label]))
    else own.add(label)
  }
  return labels
}

/**
 * Outputs of a node. For a condition without cases, whose branches are known only from its edges, "else" is omitted
 * unless an edge uses it.
 */
function outputsWith(node: Node, outgoing: readonly Edge[]): Output[] {
  const outputs = portsOf(node)
  const isBare = node.type === 'condition' && outputs.length === 1 && outputs[0]?.id === 'else'
  return isBare && !outgoing.some(({ source_handle: handle }) => handle === 'else') ? [] : outputs
}

/** Branches of the node's outputs, plus branches that only its edges name. */
function allBranches(node: Node, outgoing: readonly Edge[]): Branch[] {
  const outputs = outputsWith(node, outgoing)
  const known = new Map<string, Branch>()
  const add = (handle: string | null, label: string, condition: string) => {
    const key = branchKey(handle, label)
    known.set(key, { key, handle, label, condition, fault: isFault(handle) })
  }
  const labels = labelsOf(outgoing)
  for (const { id, label, expression = '' } of outputs)
    for (const own of labels.get(id) ?? [label]) add(id, own, expression)
  const ids = new Set<string | null>(outputs.map((output) => output.id))
  for (const edge of outgoing) {
    const [handle, label] = [edge.source_handle, edgeLabel(edge)]
    if (ids.has(handle)) continue
    // An edge without a handle belongs to the first output, unless it has a label.
    if (handle === null && label === '' && outputs.length > 0) continue
    add(handle, label || handle || (outputs[0]?.label ?? ''), '')
  }
  return [...known.values()]
}

/**
 * Whether branches are shown: always for conditions and outputs of a file; else if an edge has a text or an output
 * other than the first.
 */
function hasVisibleBranches(node: Node, first: string | null, outgoing: readonly Edge[]): boolean {
  if (showsAllPorts(node)) return true
  return outgoing.some(
    (edge) =>
      edgeLabel(edge) !== '' ||
      (edge.source_handle !== null && edge.source_handle !== first && edge.source_handle !== 'out'),
  )
}

/**
 * Whether a branch is shown: always for conditions and outputs of a file; otherwise an error or timeout branch only if
 * it has an edge, "out" not beside labeled edges without a handle, which are its edges, and for unknown types only
 * branches that edges name.
 */
function isShown({ handle }: Branch, node: Node, used: ReadonlySet<string | null>): boolean {
  if (showsAllPorts(node) || used.has(handle)) return true
  return kindOf(node.type) !== 'unknown' && !(handle !== null && faults.has(handle)) && !used.has(null)
}

/**
 * Branches of a node, given its outgoing edges; empty if only the first output is used, without a label. Edges that
 * attach a sub-node to its agent are not branches. Linear.
 */
export function branchesOf(node: Node, edges: readonly Edge[]): Branch[] {
  const outgoing = edges.filter((edge) => !isAttachment(edge))
  if (!isStep(node) || (outgoing.length === 0 && !showsAllPorts(node))) return []
  const first = portsOf(node)[0]?.id ?? null
  if (!hasVisibleBranches(node, first, outgoing)) return []
  const used = new Set(
    outgoing.map((edge) => (edgeLabel(edge) === '' ? (edge.source_handle ?? first) : edge.source_handle)),
  )
  return allBranches(node, outgoing).filter((branch) => isShown(branch, node, used))
}

/** Indexes of branches, by handle and label. */
interface BranchIndexes {
  byKey: Map<string, number>
  /** The first branch of each handle. */
  byHandle: Map<string | null, number>
  byLabel: Map<string, number>
}

const indexesOf = new WeakMap<readonly Branch[], BranchIndexes>()

function branchIndexes(branches: readonly Branch[]): BranchIndexes {
  const known = indexesOf.get(branches)
  if (known !== undefined) return known
  const indexes: BranchIndexes = { byKey: new Map(), byHandle: new Map(), byLabel: new Map() }
  for (const [index, { key, handle, label }] of branches.entries()) {
    indexes.byKey.set(key, index)
    if (!indexes.byHandle.has(handle)) indexes.byHandle.set(handle, index)
    if (!indexes.byLabel.has(label)) indexes.byLabel.set(label, index)
  }
  indexesOf.set(branches, indexes)
  return indexes
}

/** Index of the branch of an edge: 0 if the edge names no branch or an unknown one, -1 without branches. */
export function branchAt(
  branches: readonly Branch[],
  edge: Pick<Edge, 'source_handle' | 'label' | 'condition'>,
): number {
  if (branches.length === 0) return -1
  const handle = edge.source_handle
  const { byKey, byHandle, byLabel } = branchIndexes(branches)
  const named = byKey.get(branchKey(handle, edgeLabel(edge)))
  return named ?? byHandle.get(handle) ?? (handle === null ? 0 : (byLabel.get(handle) ?? 0))
}
