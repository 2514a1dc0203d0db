/** What changed in a flow, as lines to read. An edge of a node that came or went is part of that node's line. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import { branchWord } from '#flow/branch-word.ts'
import type { FlowDiff, Pair, PartDiff } from '#flow/diff.ts'
import type { FieldChange } from '#flow/value-diff.ts'
import { count } from '#lib/count.ts'
import type { SeenFlow } from './history-messages.ts'

export type ChangeKind = 'added' | 'removed' | 'changed' | 'moved'

export interface ChangeLine {
  key: string
  kind: ChangeKind
  /** The name of the node; of an edge both ends. */
  title: string
  /** The type of the node; null of an edge. */
  type: string | null
  /** The node to which one can jump, as the canvas knows it. */
  node: string | null
  /** "Config, 2 fields", "40 px down. Nothing else differs.". */
  words: string
  fields: readonly FieldChange[]
}

const nameOf = (node: Node | undefined, id: string): string => node?.name || id

/** Nodes by their id; of two with one id the first. */
const byIds = (nodes: readonly Node[]): Map<string, Node> =>
  new Map(nodes.toReversed().map((node) => [node.id, node] as const))

const parts: Record<string, string> = {
  name: 'Name',
  type: 'Type',
  tool: 'Tool',
  config: 'Config',
  disabled: 'State',
  notes: 'Notes',
  parent: 'Group',
  size: 'Size',
  id: 'Id',
  source: 'Start',
  target: 'End',
  source_handle: 'Branch',
  target_handle: 'Port',
  label: 'Label',
  condition: 'Condition',
}

/** "Config, 2 fields · Name": what was changed, without what was and is. */
function partWords(fields: readonly FieldChange[]): string {
  const counts = new Map<string, number>()
  for (const { path } of fields) {
    const [top = ''] = path.split('.', 1)
    counts.set(top, (counts.get(top) ?? 0) + 1)
  }
  return [...counts]
    .map(([top, number]) => {
      const word = Object.hasOwn(parts, top) ? (parts[top] ?? top) : top
      return top === 'config' ? `${word}, ${count(number, 'field')}` : word
    })
    .join(' · ')
}

/** "40 px down", "12 px left and 3 px up". */
function wayWords(moved: Pair['moved']): string {
  if (moved === null) return 'Has another place'
  const { x, y } = moved
  const pixels = (value: number) => `${Math.round(Math.abs(value)).toLocaleString()} px`
  const across = x === 0 ? [] : [`${pixels(x)} ${x < 0 ? 'left' : 'right'}`]
  const along = y === 0 ? [] : [`${pixels(y)} ${y < 0 ? 'up' : 'down'}`]
  return [...across, ...along].join(' and ')
}

class Lines {
  readonly #before: SeenFlow
  readonly #after: SeenFlow
  readonly #oldNodes: Map<string, Node>
  readonly #newNodes: Map<string, Node>

  constructor(before: SeenFlow, after: SeenFlow) {
    this.#before = before
    this.#after = after
    this.#oldNodes = byIds(before.nodes)
    this.#newNodes = byIds(after.nodes)
  }

  #node(kind: ChangeKind, node: Node, words: string, fields: readonly FieldChange[] = []): ChangeLine {
    const { id, type } = node
    return { key: `${kind} node ${id}`, kind, title: nameOf(node, id), type, node: id, words, fields }
  }

  /** Where a new node hangs. */
  #newWords(id: string, first: ReadonlyMap<string, Edge>): string {
    const edge = first.get(id)
    if (edge === undefined) return 'New, nothing leads to it'
    const source = this.#newNodes.get(edge.source)
    const branch = branchWord(edge, source)
    return `New, after “${nameOf(source, edge.source)}”${branch === '' ? '' : ` → ${branch}`}`
  }

  nodes({ added, removed, changed, moved }: PartDiff): ChangeLine[] {
    const first = new Map(this.#after.edges.toReversed().map((edge) => [edge.target, edge] as const))
    const degree = new Map<string, number>()
    for (const { source, target } of this.#before.edges)
      for (const id of new Set([source, target])) degree.set(id, (degree.get(id) ?? 0) + 1)
    const goneWords = (id: string) => {
      const edges = degree.get(id) ?? 0
      return edges === 0 ? 'Gone' : `Gone, with its ${count(edges, 'edge')}`
    }
    const paired = (pairs: readonly Pair[], line: (node: Node, pair: Pair) => ChangeLine) =>
      pairs.flatMap((pair) => {
        const node = this.#after.nodes[pair.after]
        return node === undefined ? [] : [line(node, pair)]
      })
    return [
      ...paired(changed, (node, { fields, moved: way }) => {
        const words = way === null ? '' : ` · moved ${wayWords(way)}`
        return this.#node('changed', node, `${partWords(fields)}${words}`, fields)
      }),
      ...added
        .flatMap((index) => this.#after.nodes[index] ?? [])
        .map((node) => this.#node('added', node, this.#newWords(node.id, first))),
      ...removed
        .flatMap((index) => this.#before.nodes[index] ?? [])
        .map((node) => this.#node('removed', node, goneWords(node.id))),
      ...paired(moved, (node, { moved: way }) => this.#node('moved', node, `${wayWords(way)}. Nothing else differs.`)),
    ]
  }

  #edge(kind: ChangeKind, edge: Edge, fields: readonly FieldChange[] = []): ChangeLine {
    const names = kind === 'removed' ? this.#oldNodes : this.#newNodes
    const [source, target] = [names.get(edge.source), names.get(edge.target)]
    const branch = branchWord(edge, source)
    const words = { added: 'New edge', removed: 'Edge gone', changed: `Edge: ${partWords(fields)}`, moved: '' }[kind]
    return {
      key: `${kind} edge ${edge.id}`,
      kind,
      title: `${nameOf(source, edge.source)} → ${nameOf(target, edge.target)}`,
      type: null,
      node: this.#newNodes.has(edge.source) ? edge.source : this.#newNodes.has(edge.target) ? edge.target : null,
      words: branch === '' ? words : `${words}, branch ${branch}`,
      fields,
    }
  }

  edges({ added, removed, changed }: PartDiff, nodes: PartDiff): ChangeLine[] {
    const ids = (list: readonly Node[], indexes: readonly number[]) =>
      new Set(indexes.flatMap((index) => list[index]?.id ?? []))
    const came = ids(this.#after.nodes, nodes.added)
    const went = ids(this.#before.nodes, nodes.removed)
    const own = (nodesOf: ReadonlySet<string>, { source, target }: Edge) => nodesOf.has(source) || nodesOf.has(target)
    return [
      ...changed.flatMap(({ after, fields }) => {
        const edge = this.#after.edges[after]
        return edge === undefined ? [] : [this.#edge('changed', edge, fields)]
      }),
      ...added
        .flatMap((index) => this.#after.edges[index] ?? [])
        .filter((edge) => !own(came, edge))
        .map((edge) => this.#edge('added', edge)),
      ...removed
        .flatMap((index) => this.#before.edges[index] ?? [])
        .filter((edge) => !own(went, edge))
        .map((edge) => this.#edge('removed', edge)),
    ]
  }
}

/** Everything that differs, a line each: what was changed first, then what came, what went, and what was only moved. */
export function changeLines(before: SeenFlow, after: SeenFlow, diff: FlowDiff): ChangeLine[] {
  const lines = new Lines(before, after)
  return [...lines.nodes(diff.nodes), ...lines.edges(diff.edges, diff.nodes)]
}

/** Longest value that is shown; the whole stands in the node's panel. */
const maxValue = 300

/** What a field was or is, in one text. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text
}
