/** Columns and their order for one connected part of a flow: the first half of a layered layout (Sugiyama, Tagawa, Toda 1981). */

/** Nodes are numbers; `next[i]` are the targets of node i. */
export type Arrows = readonly (readonly number[])[]

/** Arrows without those that close a circle, found by a depth-first walk from `roots`, then from the rest. */
export function withoutBackEdges(next: Arrows, roots: readonly number[]): number[][] {
  const state = next.map(() => 0)
  const forward: number[][] = next.map(() => [])
  for (const root of [...roots, ...next.keys()]) {
    if (state[root] !== 0) continue
    const open = [{ node: root, edge: 0 }]
    state[root] = 1
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const to = next[top.node]?.[top.edge]
      top.edge += 1
      if (to === undefined) {
        state[top.node] = 2
        open.pop()
      } else if (state[to] !== 1) {
        forward[top.node]?.push(to)
        if (state[to] === 0) {
          state[to] = 1
          open.push({ node: to, edge: 0 })
        }
      }
    }
  }
  return forward
}

export function reversed(next: Arrows): number[][] {
  const back: number[][] = next.map(() => [])
  for (const [from, targets] of next.entries()) for (const to of targets) back[to]?.push(from)
  return back
}

/** The column of each node: one behind the last of its predecessors. `forward` has no circles. */
export function columnsOf(forward: Arrows): number[] {
  const waits = forward.map(() => 0)
  for (const targets of forward) for (const to of targets) waits[to] = (waits[to] ?? 0) + 1
  const column = forward.map(() => 0)
  const open = [...waits.keys()].filter((node) => waits[node] === 0)
  for (const node of open) {
    for (const to of forward[node] ?? []) {
      column[to] = Math.max(column[to] ?? 0, (column[node] ?? 0) + 1)
      waits[to] = (waits[to] ?? 0) - 1
      // The list grows while it is walked: it is the queue.
      if (waits[to] === 0) open.push(to)
    }
  }
  return column
}

/** Passes over the columns; more hardly change anything. */
const sweeps = 4

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Columns as lists of nodes, ordered so that arrows cross little: each node goes to the mean place of its neighbours, in turns. */
export function orderColumns(forward: Arrows, column: readonly number[]): number[][] {
  const back = reversed(forward)
  const columns: number[][] = []
  const rank = column.map(() => 0)
  for (const [node, index] of column.entries()) {
    while (columns.length <= index) columns.push([])
    rank[node] = columns[index]?.push(node) ?? 0
  }
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isForward = sweep % 2 === 0
    const neighbours = isForward ? back : forward
    for (const nodes of isForward ? columns : columns.toReversed()) {
      const wish = new Map(nodes.map((node) => [node, mean((neighbours[node] ?? []).map((other) => rank[other] ?? 0))]))
      const wishOf = (node: number): number => {
        const value = wish.get(node)
        return value === undefined || Number.isNaN(value) ? (rank[node] ?? 0) : value
      }
      nodes.sort((a, b) => wishOf(a) - wishOf(b) || (rank[a] ?? 0) - (rank[b] ?? 0))
      for (const [place, node] of nodes.entries()) rank[node] = place + 1
    }
  }
  return columns
}
