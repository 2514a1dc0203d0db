/** Where the ways out of a node part: a row of its card, a line of the outline. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import { edgeLabel } from './branch-word.ts'
import { isStep, kindOf, outputsOf, type Output } from '#flow/node-kind.ts'
import { isAttachment } from './ways.ts'

export interface Branch {
  /** Distinct within the node. */
  key: string
  /** The output that the branch stands for. */
  handle: string | null
  label: string
  /** What has to hold for this branch. */
  condition: string
  /** The branch that a failure takes. */
  fault: boolean
}

const faults = new Set(['error', 'timeout'])
export const isFault = (handle: string | null): boolean => handle === 'error'

/** The key of the branch at which an edge leaves; the same for edges that look the same. */
const branchKey = (handle: string | null, label: string): string => JSON.stringify([handle, label])

/** What edges say at each output. */
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

/** Without the else of a condition that lists no cases, unless an edge leaves by it: how it parts only its edges say. */
function outputsWith(node: Node, outgoing: readonly Edge[]): Output[] {
  const outputs = outputsOf(node)
  const isBare = node.type === 'condition' && outputs.length === 1 && outputs[0]?.id === 'else'
  return isBare && !outgoing.some(({ source_handle: handle }) => handle === 'else') ? [] : outputs
}

/** Branches as the node's type gives them, with those added that only its edges name. */
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
    // An edge that names no output leaves at the first one, unless its label says otherwise.
    if (handle === null && label === '' && outputs.length > 0) continue
    add(handle, label || handle || (outputs[0]?.label ?? ''), '')
  }
  return [...known.values()]
}

/** Whether the ways out have to be told apart: of a condition always, of others once an edge leaves elsewhere than at "out". */
function parts(node: Node, first: string | null, outgoing: readonly Edge[]): boolean {
  if (node.type === 'condition') return true
  return outgoing.some(
    (edge) =>
      edgeLabel(edge) !== '' ||
      (edge.source_handle !== null && edge.source_handle !== first && edge.source_handle !== 'out'),
  )
}

/** A branch for failures is shown once it leads somewhere; of a type that nobody here knows, only what its edges name. */
function isShown({ handle }: Branch, node: Node, used: ReadonlySet<string | null>): boolean {
  if (node.type === 'condition' || used.has(handle)) return true
  return kindOf(node.type) !== 'unknown' && !(handle !== null && faults.has(handle))
}

/**
 * The branches of a node, given the edges that leave it; none where there is one way out and nothing to say of it. What joins
 * it to an agent whose part it is, is no way out. Linear.
 */
export function branchesOf(node: Node, leaving: readonly Edge[]): Branch[] {
  const outgoing = leaving.filter((edge) => !isAttachment(edge))
  if (!isStep(node) || (node.type !== 'condition' && outgoing.length === 0)) return []
  if (!parts(node, outputsOf(node)[0]?.id ?? null, outgoing)) return []
  const used = new Set(outgoing.map((edge) => edge.source_handle))
  return allBranches(node, outgoing).filter((branch) => isShown(branch, node, used))
}

/** What finds a branch by the handle and the label of an edge. */
interface Places {
  exact: Map<string, number>
  /** By the handle; of several the first. */
  byHandle: Map<string | null, number>
  byLabel: Map<string, number>
}

const placesOf = new WeakMap<readonly Branch[], Places>()

function findPlaces(branches: readonly Branch[]): Places {
  const known = placesOf.get(branches)
  if (known !== undefined) return known
  const places: Places = { exact: new Map(), byHandle: new Map(), byLabel: new Map() }
  for (const [index, { key, handle, label }] of branches.entries()) {
    places.exact.set(key, index)
    if (!places.byHandle.has(handle)) places.byHandle.set(handle, index)
    if (!places.byLabel.has(label)) places.byLabel.set(label, index)
  }
  placesOf.set(branches, places)
  return places
}

/** The place among its branches at which an edge leaves: the first one where none is named. -1 without branches. */
export function branchAt(
  branches: readonly Branch[],
  edge: Pick<Edge, 'source_handle' | 'label' | 'condition'>,
): number {
  if (branches.length === 0) return -1
  const handle = edge.source_handle
  const { exact, byHandle, byLabel } = findPlaces(branches)
  const named = exact.get(branchKey(handle, edgeLabel(edge)))
  return named ?? byHandle.get(handle) ?? (handle === null ? 0 : (byLabel.get(handle) ?? 0))
}
