/**
 * A flow as an indented list: sequences are flat, branches are indented, each node occurs once. Depth-first search
 * from the starts with an explicit stack; linear in nodes, edges and branches.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { isStep } from '#flow/node-kind.ts'
import { edgesOf, pathsFrom, type OutlineEdges, type OutlineTarget, type OutlinePath } from './outline-paths.ts'
import { adjacencyOf } from '#flow/graph/adjacency.ts'
import { firstPart, noEntries, type Entries } from '#flow/graph/parts.ts'
import { runReach } from '#flow/graph/reach.ts'

/**
 * `branch` has a label and contains its nodes; `back` refers to a node on the current path, `onward` to a node listed
 * elsewhere; `missing` is a missing node, with its id as label; `heading` contains unreachable steps, groups or notes.
 */
export const rowKinds = ['node', 'branch', 'back', 'onward', 'missing', 'heading'] as const
export type RowKind = (typeof rowKinds)[number]

/** Labels of the headings. */
const headings = ['Not reached from a start', 'Groups', 'Notes'] as const

/** Rows in reading order, as one array per column, without texts. Rows and nodes are indexes; -1 = none. */
export interface OutlineShape {
  length: number
  /** Indexes in `rowKinds`. */
  kind: Uint8Array<ArrayBuffer>
  /** The node of the row, or the node that the row refers to. */
  node: Int32Array<ArrayBuffer>
  /** 1 = error branch. */
  fault: Uint8Array<ArrayBuffer>
  /** Level of the row; 0 is outermost. */
  depth: Uint32Array<ArrayBuffer>
  parent: Int32Array<ArrayBuffer>
  /** Index after the last row inside this row. */
  end: Uint32Array<ArrayBuffer>
  /** Position among the rows with the same parent, from 1. */
  position: Uint32Array<ArrayBuffer>
  setSize: Uint32Array<ArrayBuffer>
  /** Row of each node. */
  rowOf: Int32Array<ArrayBuffer>
}

export interface Outline extends OutlineShape {
  /** Label of a branch or heading, or id of a missing node; "" for other rows. */
  label: string[]
}

interface Row {
  kind: RowKind
  node: number
  label: string
  fault: boolean
  parent: number
}

class Rows {
  readonly kind: number[] = []
  readonly node: number[] = []
  readonly label: string[] = []
  readonly fault: number[] = []
  readonly depth: number[] = []
  readonly parent: number[] = []

  add({ kind, node = -1, label = '', fault = false, parent }: Partial<Row> & Pick<Row, 'kind' | 'parent'>): number {
    this.kind.push(rowKinds.indexOf(kind))
    this.node.push(node)
    this.label.push(label)
    this.fault.push(fault ? 1 : 0)
    this.depth.push(parent === -1 ? 0 : (this.depth[parent] ?? 0) + 1)
    this.parent.push(parent)
    return this.kind.length - 1
  }

  build(nodes: number): Outline {
    const length = this.kind.length
    const end = Uint32Array.from({ length }, (_row, index) => index + 1)
    const position = new Uint32Array(length)
    const setSize = new Uint32Array(length)
    // One additional entry for the outermost rows, whose parent is -1.
    const sizes = new Uint32Array(length + 1)
    const sizeAt = (row: number) => (this.parent[row] ?? -1) + 1
    for (let row = 0; row < length; row += 1) {
      const size = (sizes[sizeAt(row)] ?? 0) + 1
      sizes[sizeAt(row)] = size
      position[row] = size
    }
    const rowOf = new Int32Array(nodes).fill(-1)
    const nodeKind = rowKinds.indexOf('node')
    for (let row = length - 1; row >= 0; row -= 1) {
      setSize[row] = sizes[sizeAt(row)] ?? 0
      const parent = this.parent[row] ?? -1
      if (parent !== -1) end[parent] = Math.max(end[parent] ?? 0, end[row] ?? 0)
      if (this.kind[row] === nodeKind) rowOf[this.node[row] ?? -1] = row
    }
    return {
      length,
      kind: Uint8Array.from(this.kind),
      node: Int32Array.from(this.node),
      label: this.label,
      fault: Uint8Array.from(this.fault),
      depth: Uint32Array.from(this.depth),
      parent: Int32Array.from(this.parent),
      end,
      position,
      setSize,
      rowOf,
    }
  }
}

const unvisited = 0
/** State of a node on the current path, including previous nodes of the same sequence. */
const open = 1
const done = 2

/** Pending work of the search: visit a target, begin a path, or leave a node. */
type Task = { parent: number } & ({ target: OutlineTarget } | { path: OutlinePath } | { leave: number })

class OutlineBuilder {
  readonly rows = new Rows()
  readonly state: Uint8Array
  readonly #nodes: readonly Node[]
  readonly #edges: OutlineEdges

  constructor(nodes: readonly Node[], edges: OutlineEdges) {
    this.#nodes = nodes
    this.#edges = edges
    this.state = new Uint8Array(nodes.length)
  }

  /** Adds a node and all its successors, unless it is already in the outline. */
  addFrom(start: number, parent: number): void {
    if (this.state[start] !== unvisited) return
    const tasks: Task[] = [{ target: start, parent }]
    for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
      if ('leave' in task) this.state[task.leave] = done
      else if ('path' in task) this.#addPath(task.path, task.parent, tasks)
      else this.#visit(task.target, task.parent, tasks)
    }
  }

  /** Adds a branch without a node before it, which the engine of another product enters. */
  addBranch(start: number, group: Node): void {
    if (this.state[start] !== unvisited) return
    const fault = group.name === 'errors'
    this.addFrom(start, this.rows.add({ kind: 'branch', label: group.name, fault, parent: -1 }))
  }

  /** Lists notes or groups under a heading. */
  addList(nodes: readonly number[], heading: string): void {
    if (nodes.length === 0) return
    const parent = this.rows.add({ kind: 'heading', label: heading, parent: -1 })
    for (const node of nodes) this.rows.add({ kind: 'node', node, parent })
  }

  #addPath({ label, fault, targets }: OutlinePath, parent: number, tasks: Task[]): void {
    const row = label === null ? parent : this.rows.add({ kind: 'branch', label, fault, parent })
    for (const target of targets.toReversed()) tasks.push({ target, parent: row })
  }

  #visit(target: OutlineTarget, parent: number, tasks: Task[]): void {
    if (typeof target === 'string') {
      this.rows.add({ kind: 'missing', label: target, parent })
      return
    }
    const node = this.#nodes[target]
    if (node === undefined) return
    if (this.state[target] !== unvisited || !isStep(node)) {
      this.rows.add({ kind: this.state[target] === open ? 'back' : 'onward', node: target, parent })
      return
    }
    this.state[target] = open
    const row = this.rows.add({ kind: 'node', node: target, parent })
    tasks.push({ leave: target, parent })
    for (const path of pathsFrom(node, target, this.#edges).toReversed())
      tasks.push({ path, parent: path.label === null ? parent : row })
  }
}

const isTrigger = ({ type }: Node): boolean => type === 'trigger'

interface OutlineStarts {
  /** See `entriesOf`. */
  entries?: Entries
  /** Whether the flow begins at a node, as at a main entry. */
  isMainEntry?: (node: Node) => boolean
}

/** Where the outline begins, and whether these are starts: a flow without any is listed from its first part on. */
interface Roots {
  indexes: number[]
  areStarts: boolean
}

/** Starts of the first part, then other main entries, then other starts in the order of the flow. */
function rootsOf(
  nodes: readonly Node[],
  edges: readonly Edge[],
  { hasIncoming, isAttached }: OutlineEdges,
  { entries = noEntries, isMainEntry = isTrigger }: OutlineStarts,
): Roots {
  const steps = nodes.flatMap((node, index) => (isStep(node) ? [index] : []))
  const main = new Set(entries.main)
  const isMain = nodes.map((node) => main.has(node.id) || isMainEntry(node))
  const isFirst = firstPart(nodes, adjacencyOf(nodes, edges), (at) => isMain[at] === true)
  const reach = runReach(nodes.filter(isStep), edges, nodes, entries)
  // Attached nodes are listed under their owner.
  const starts = reach.starts.flatMap((start) => steps[start] ?? []).filter((at) => isAttached[at] === 0)
  const ranks: number[][] = [[], [], [], []]
  for (const at of starts) ranks[(isFirst[at] === 1 ? 0 : 2) + (isMain[at] === true ? 0 : 1)]?.push(at)
  const indexes = ranks.flat()
  if (indexes[0] === undefined || isFirst[indexes[0]] === 0) {
    // The first part has no start.
    const members = steps.filter((at) => isFirst[at] === 1)
    const heads = members.filter((at) => hasIncoming[at] === 0 && isAttached[at] === 0)
    indexes.unshift(...(heads.length > 0 ? heads : members.slice(0, 1)))
  }
  return { indexes, areStarts: starts.length > 0 }
}

/** The group of a list that is entered later, after which its branch is named; undefined for all other nodes. */
function groupsOfLists(nodes: readonly Node[], { indexById }: OutlineEdges, { entries = noEntries }: OutlineStarts) {
  const lists = new Set(entries.lists)
  return (at: number): Node | undefined => {
    const node = nodes[at]
    return node !== undefined && lists.has(node.id) ? nodes[indexById.get(node.parent ?? '') ?? -1] : undefined
  }
}

/** The outline of a flow: steps from the starts, other steps, groups and notes. */
export function outlineOf(nodes: readonly Node[], edges: readonly Edge[], options: OutlineStarts = {}): Outline {
  const outlineEdges = edgesOf(nodes, edges)
  const builder = new OutlineBuilder(nodes, outlineEdges)
  const indexesWhere = (matches: (node: Node, index: number) => boolean) =>
    nodes.flatMap((node, index) => (matches(node, index) ? [index] : []))
  const steps = indexesWhere(isStep)
  const roots = rootsOf(nodes, edges, outlineEdges, options)
  const groupAt = groupsOfLists(nodes, outlineEdges, options)
  for (const at of roots.indexes) {
    const group = groupAt(at)
    if (group === undefined) builder.addFrom(at, -1)
    else builder.addBranch(at, group)
  }
  const unreached = steps.filter((at) => builder.state[at] === unvisited)
  const hasHeading = unreached.length > 0 && roots.areStarts
  const parent = hasHeading ? builder.rows.add({ kind: 'heading', label: headings[0], parent: -1 }) : -1
  // Nodes without incoming edges come first; the remaining nodes are in cycles or reached from them.
  for (const at of unreached)
    if (outlineEdges.hasIncoming[at] === 0 && outlineEdges.isAttached[at] === 0) builder.addFrom(at, parent)
  for (const at of unreached) builder.addFrom(at, parent)
  builder.addList(
    indexesWhere(({ type }) => type === 'group'),
    headings[1],
  )
  builder.addList(
    indexesWhere(({ type }) => type === 'note'),
    headings[2],
  )
  return builder.rows.build(nodes.length)
}
