/** Changes of a flow as lines of text. An edge of an added or removed node is part of that node's line. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import { nodeTitle } from '#canvas/model/note-text.ts'
import { branchLabel } from '#flow/graph/branches.ts'
import type { FlowDiff, Pair } from '#flow/diff/diff.ts'
import type { VisualKind } from '#flow/visual-kind/kinds.ts'
import { type ForeignKindOf, visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import type { FieldChange } from '#flow/diff/value-diff.ts'
import { count } from '#lib/count.ts'
import { changeText, valueText, moveText } from './change-words.ts'
import type { ViewedFlow } from '#flow-data/versions/version-store.ts'
import { unionFlow, type UnionFlow } from './union-flow.ts'

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved' | 'same'

export interface ChangeLine {
  key: string
  kind: ChangeKind
  /** The name of the node; for an edge, those of both ends. */
  title: string
  /** The type of the node, and what it is shown as; null for an edge. */
  type: string | null
  visual: VisualKind | null
  /** Id of the node to jump to, on a canvas with both versions. */
  node: string | null
  /** Its id on the canvas of the earlier version, and on that of the later one. */
  earlierId: string | null
  laterId: string | null
  /** "Config, 2 fields", "40 px down. No other changes." */
  description: string
  fields: readonly FieldChange[]
}

const nameOf = (node: Node | undefined, id: string): string => (node === undefined ? id : nodeTitle(node))

/** Nodes by id; of two with the same id the first. */
const byIds = (nodes: readonly Node[]): Map<string, Node> =>
  new Map(nodes.toReversed().map((node) => [node.id, node] as const))

/** Ids of a node in the union and in either version; null where the node does not exist. */
type Ids = Pick<ChangeLine, 'node' | 'earlierId' | 'laterId'>

class Lines {
  readonly #before: ViewedFlow
  readonly #after: ViewedFlow
  readonly #union: UnionFlow
  readonly #diff: FlowDiff
  readonly #foreignKindOf: ForeignKindOf | null
  readonly #oldNodes: Map<string, Node>
  readonly #newNodes: Map<string, Node>
  /** Ids in the earlier version by those in the later one. */
  readonly #idBefore = new Map<string, string>()

  constructor(
    before: ViewedFlow,
    after: ViewedFlow,
    diff: FlowDiff,
    union: UnionFlow,
    foreignKindOf: ForeignKindOf | null,
  ) {
    this.#before = before
    this.#after = after
    this.#union = union
    this.#diff = diff
    this.#foreignKindOf = foreignKindOf
    this.#oldNodes = byIds(before.nodes)
    this.#newNodes = byIds(after.nodes)
    for (const [place, partner] of diff.nodes.partners.entries()) {
      const [old, now] = [before.nodes[partner], after.nodes[place]]
      if (old !== undefined && now !== undefined && !this.#idBefore.has(now.id)) this.#idBefore.set(now.id, old.id)
    }
  }

  /** The line of a node in the later version. */
  #laterNode(
    kind: ChangeKind,
    place: number,
    textOf: (node: Node) => string,
    fields: readonly FieldChange[] = [],
  ): ChangeLine[] {
    const node = this.#after.nodes[place]
    if (node === undefined) return []
    const earlierId = this.#before.nodes[this.#diff.nodes.partners[place] ?? -1]?.id ?? null
    const { id, type } = node
    const ids: Ids = { node: id, earlierId, laterId: id }
    return [
      {
        key: `${kind} node ${place}`,
        kind,
        title: nameOf(node, id),
        type,
        visual: visualKindOf(node, this.#foreignKindOf),
        ...ids,
        description: textOf(node),
        fields,
      },
    ]
  }

  /** The line of a node that only the earlier version has. */
  #removedNode(place: number, textOf: (node: Node) => string): ChangeLine[] {
    const node = this.#before.nodes[place]
    if (node === undefined) return []
    const { id, type } = node
    const ids: Ids = { node: this.#union.removedIds.get(place) ?? null, earlierId: id, laterId: null }
    const key = `removed node ${place}`
    const visual = visualKindOf(node, this.#foreignKindOf)
    return [
      { key, kind: 'removed', title: nameOf(node, id), type, visual, ...ids, description: textOf(node), fields: [] },
    ]
  }

  /** A new node that no edge leads to, in words. */
  #newStartText(id: string, sources: ReadonlySet<string>): string {
    const type = this.#newNodes.get(id)?.type ?? ''
    if (type === 'trigger') return 'New, starts the flow'
    if (type === 'group' || type === 'note') return `New ${type}`
    return sources.has(id) ? 'New, without a step before it' : 'New, not connected'
  }

  /** Predecessor of a new node, in words. */
  #newNodeText(id: string, first: ReadonlyMap<string, Edge>, sources: ReadonlySet<string>): string {
    const edge = first.get(id)
    if (edge === undefined) return this.#newStartText(id, sources)
    const source = this.#newNodes.get(edge.source)
    const branch = branchLabel(edge, source)
    return `New, after “${nameOf(source, edge.source)}”${branch === '' ? '' : ` → ${branch}`}`
  }

  #changed({ before, after, fields, moved }: Pair): ChangeLine[] {
    const way = moved === null ? '' : ` · moved ${moveText(moved)}`
    const old = this.#before.nodes[before]?.config ?? {}
    return this.#laterNode('changed', after, ({ config }) => `${changeText(fields, [old, config])}${way}`, fields)
  }

  nodes(): ChangeLine[] {
    const { added, removed, changed, moved } = this.#diff.nodes
    const first = new Map(this.#after.edges.toReversed().map((edge) => [edge.target, edge] as const))
    const sources = new Set(this.#after.edges.map(({ source }) => source))
    const degree = new Map<string, number>()
    for (const { source, target } of this.#before.edges)
      for (const id of new Set([source, target])) degree.set(id, (degree.get(id) ?? 0) + 1)
    const removedText = (id: string) => {
      const edges = degree.get(id) ?? 0
      return edges === 0 ? 'Removed' : `Removed with ${count(edges, 'edge')}`
    }
    return [
      ...changed.flatMap((pair) => this.#changed(pair)),
      ...added.flatMap((place) => this.#laterNode('added', place, ({ id }) => this.#newNodeText(id, first, sources))),
      ...removed.flatMap((place) => this.#removedNode(place, ({ id }) => removedText(id))),
      ...moved.flatMap(({ after, moved: way }) =>
        this.#laterNode('moved', after, () => `${moveText(way)}. No other changes.`),
      ),
    ]
  }

  /** Unchanged nodes. */
  same(): ChangeLine[] {
    const { changed, moved, partners } = this.#diff.nodes
    const differs = new Set([...changed, ...moved].map(({ after }) => after))
    return [...partners].flatMap((partner, place) =>
      partner === -1 || differs.has(place) ? [] : this.#laterNode('same', place, () => 'No changes'),
    )
  }

  /** Ids of the source of an edge if the later version has it, else of the target. */
  #laterEdgeIds({ source, target }: Edge): Ids {
    const laterId = [source, target].find((id) => this.#newNodes.has(id)) ?? null
    return { node: laterId, earlierId: laterId === null ? null : (this.#idBefore.get(laterId) ?? null), laterId }
  }

  /** The same for a removed edge, by its index among the removed edges. */
  #removedEdgeIds({ source, target }: Edge, place: number): Ids {
    const drawn = this.#union.edges[this.#after.edges.length + place]
    if (drawn === undefined) return { node: null, earlierId: null, laterId: null }
    const [earlierId, node] = this.#oldNodes.has(source) ? [source, drawn.source] : [target, drawn.target]
    return this.#oldNodes.has(earlierId)
      ? { node, earlierId, laterId: this.#newNodes.has(node) ? node : null }
      : { node: null, earlierId: null, laterId: null }
  }

  #edge(kind: ChangeKind, place: number, edge: Edge, fields: readonly FieldChange[] = []): ChangeLine {
    const isRemoved = kind === 'removed'
    const names = isRemoved ? this.#oldNodes : this.#newNodes
    const [source, target] = [names.get(edge.source), names.get(edge.target)]
    const branch = branchLabel(edge, source)
    const description = isRemoved ? 'Edge removed' : kind === 'added' ? 'New edge' : `Edge: ${changeText(fields)}`
    return {
      key: `${kind} edge ${place}`,
      kind,
      title: `${nameOf(source, edge.source)} → ${nameOf(target, edge.target)}`,
      type: null,
      visual: null,
      ...(isRemoved ? this.#removedEdgeIds(edge, place) : this.#laterEdgeIds(edge)),
      description: branch === '' ? description : `${description}, branch ${branch}`,
      fields,
    }
  }

  edges(): ChangeLine[] {
    const { nodes, edges } = this.#diff
    const ids = (list: readonly Node[], indexes: readonly number[]) =>
      new Set(indexes.flatMap((index) => list[index]?.id ?? []))
    const addedIds = ids(this.#after.nodes, nodes.added)
    const removedIds = ids(this.#before.nodes, nodes.removed)
    const touches = (nodesOf: ReadonlySet<string>, { source, target }: Edge) =>
      nodesOf.has(source) || nodesOf.has(target)
    return [
      ...edges.changed.flatMap(({ after: place, fields }) => {
        const edge = this.#after.edges[place]
        return edge === undefined ? [] : [this.#edge('changed', place, edge, fields)]
      }),
      ...edges.added.flatMap((place) => {
        const edge = this.#after.edges[place]
        return edge === undefined || touches(addedIds, edge) ? [] : [this.#edge('added', place, edge)]
      }),
      // By index among the removed edges, as in the union.
      ...edges.removed.flatMap((before, place) => {
        const edge = this.#before.edges[before]
        return edge === undefined || touches(removedIds, edge) ? [] : [this.#edge('removed', place, edge)]
      }),
    ]
  }
}

/**
 * All changes, one line each: nodes that are changed, added, removed, then moved only; edges in the same order.
 * `withSame` adds the unchanged nodes at the end. `foreignKindOf`: see `visualKindOf`.
 */
export function changeLines(
  before: ViewedFlow,
  after: ViewedFlow,
  diff: FlowDiff,
  {
    union = unionFlow(before, after, diff),
    withSame = false,
    foreignKindOf = null,
  }: { union?: UnionFlow; withSame?: boolean; foreignKindOf?: ForeignKindOf | null } = {},
): ChangeLine[] {
  const lines = new Lines(before, after, diff, union, foreignKindOf)
  return [...lines.nodes(), ...lines.edges(), ...(withSame ? lines.same() : [])]
}

/** Maximum fields of a change that are sent. */
const firstFields = 6

/** A line in the form that is sent to the page. */
export interface ChangeRow extends Omit<ChangeLine, 'fields'> {
  /** Earlier and later value of a field as text; null if absent. */
  fields: { path: string; before: string | null; after: string | null }[]
  /** Number of fields that are left out. */
  moreFields: number
}

export const changeRowOf = ({ fields, ...line }: ChangeLine): ChangeRow => ({
  ...line,
  fields: fields.slice(0, firstFields).map(({ path, before, after }) => ({
    path,
    before: before === undefined ? null : valueText(before),
    after: after === undefined ? null : valueText(after),
  })),
  moreFields: Math.max(0, fields.length - firstFields),
})
