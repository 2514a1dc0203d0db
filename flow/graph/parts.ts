/** Unconnected parts of a flow, and the one to begin with. Linear, not recursive. */
import type { Node } from '#contract/flow.ts'
import { isStep } from '#flow/node-kind.ts'
import type { Adjacency } from './adjacency.ts'
import { containingSteps } from './containers.ts'

/**
 * Steps that the engine of another product starts without a trigger (`entriesOf`), by id. `main`: where the flow begins, as
 * at a trigger; `lists`: the first steps of lists that are entered later, each in a group with the name of the list;
 * `others`: those to which no edge has to lead.
 */
export interface Entries {
  main: readonly string[]
  lists: readonly string[]
  others: readonly string[]
}

export const noEntries: Entries = { main: [], lists: [], others: [] }

/** Disjoint sets of indexes (union–find with path halving). */
export class DisjointSets {
  readonly #parents: Int32Array

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, index) => index)
  }

  /** The representative of the set of an index. */
  rootOf(index: number): number {
    const parents = this.#parents
    let at = index
    for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
      parents[at] = parents[parent] ?? parent
      at = parent
    }
    return at
  }

  join(a: number, b: number): void {
    this.#parents[this.rootOf(a)] = this.rootOf(b)
  }
}

/**
 * 1 for each node of the part with which outline, canvas and reading order begin: one with a main entry, else the one
 * with the most steps, else the first of the flow. Edges and container steps connect nodes.
 */
export function firstPart(
  nodes: readonly Node[],
  { from, to }: Pick<Adjacency, 'from' | 'to'>,
  isMainEntry: (index: number) => boolean,
): Uint8Array {
  const sets = new DisjointSets(nodes.length)
  for (const [edge, source] of from.entries()) if (source !== -1) sets.join(source, to[edge] ?? source)
  for (const [index, container] of containingSteps(nodes).entries()) if (container !== -1) sets.join(index, container)
  const sizes = new Map<number, number>()
  for (const [index, node] of nodes.entries()) {
    if (!isStep(node)) continue
    const root = sets.rootOf(index)
    sizes.set(root, (sizes.get(root) ?? 0) + 1)
  }
  // A part with a main entry is larger than any without.
  if (sizes.size > 1)
    for (const root of new Set(nodes.flatMap((_, index) => (isMainEntry(index) ? [sets.rootOf(index)] : []))))
      sizes.set(root, (sizes.get(root) ?? 0) + nodes.length)
  let first = -1
  for (const [root, size] of sizes) if (size > (sizes.get(first) ?? 0)) first = root
  return Uint8Array.from(nodes, (_, index) => (sets.rootOf(index) === first ? 1 : 0))
}
