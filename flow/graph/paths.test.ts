import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjacencyOf } from './adjacency.ts'
import { reachableGraph, shortestPath } from './paths.ts'

const nodesOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `n${index}` }))
const edge = (source: number, target: number) => ({ source: `n${source}`, target: `n${target}` })

/** 1–12 nodes with some edges, among them self-loops, parallel edges and edges with missing ends. */
const graphs = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    edges: fc.array(fc.tuple(fc.nat(count), fc.nat(count)), { maxLength: 30 }),
  }),
)

/** Distances of all pairs (Floyd–Warshall); Infinity = no path. */
function distances(count: number, edges: readonly (readonly [number, number])[]): number[][] {
  const table = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (__, b) => (a === b ? 0 : Infinity)),
  )
  const get = (a: number, b: number) => table[a]?.[b] ?? Infinity
  const set = (a: number, b: number, value: number) => {
    const row = table[a]
    if (row !== undefined && b < row.length && value < get(a, b)) row[b] = value
  }
  for (const [a, b] of edges) set(a, b, 1)
  for (let by = 0; by < count; by += 1)
    for (let a = 0; a < count; a += 1) for (let b = 0; b < count; b += 1) set(a, b, get(a, by) + get(by, b))
  return table
}

test('both edge lists contain each edge with existing ends once, in the order of the flow', () => {
  fc.assert(
    fc.property(graphs, ({ count, edges }) => {
      const adjacency = adjacencyOf(
        nodesOf(count),
        edges.map(([a, b]) => edge(a, b)),
      )
      const validEdges = edges.flatMap(([a, b], index) => (a < count && b < count ? [index] : []))
      expect([...adjacency.outEdges].toSorted((a, b) => a - b)).toEqual(validEdges)
      expect([...adjacency.inEdges].toSorted((a, b) => a - b)).toEqual(validEdges)
      for (let node = 0; node < count; node += 1) {
        const out = [...adjacency.outEdges.subarray(adjacency.outStart[node], adjacency.outStart[node + 1])]
        expect(out).toEqual(validEdges.filter((index) => edges[index]?.[0] === node))
      }
    }),
  )
})

test('upstream and downstream nodes match all-pairs distances, and the edges connect these nodes', () => {
  fc.assert(
    fc.property(graphs, fc.nat(11), ({ count, edges }, any) => {
      const start = any % count
      const adjacency = adjacencyOf(
        nodesOf(count),
        edges.map(([a, b]) => edge(a, b)),
      )
      const steps = distances(
        count,
        edges.filter(([a, b]) => a < count && b < count),
      )
      const others = [...Array(count).keys()].filter((node) => node !== start)
      const down = reachableGraph(adjacency, start, 'downstream')
      const up = reachableGraph(adjacency, start, 'upstream')
      const sorted = (list: readonly number[]) => list.toSorted((a, b) => a - b)
      expect(sorted(down.nodes)).toEqual(others.filter((node) => steps[start]?.[node] !== Infinity))
      expect(sorted(up.nodes)).toEqual(others.filter((node) => steps[node]?.[start] !== Infinity))
      const within = new Set([start, ...down.nodes])
      expect(sorted(down.edges)).toEqual(
        edges.flatMap(([a, b], index) => (a < count && b < count && within.has(a) ? [index] : [])),
      )
    }),
  )
})

test('shortestPath returns a path of minimum length', () => {
  fc.assert(
    fc.property(graphs, fc.nat(11), fc.nat(11), ({ count, edges }, one, other) => {
      const [from, to] = [one % count, other % count]
      const adjacency = adjacencyOf(
        nodesOf(count),
        edges.map(([a, b]) => edge(a, b)),
      )
      const steps = distances(
        count,
        edges.filter(([a, b]) => a < count && b < count),
      )[from]?.[to]
      const path = shortestPath(adjacency, from, to)
      if (path === null) {
        expect(steps).toBe(Infinity)
        return
      }
      expect(path.edges.length).toBe(steps)
      expect(path.nodes[0]).toBe(from)
      expect(path.nodes.at(-1)).toBe(to)
      for (const [index, at] of path.edges.entries())
        expect(edges[at]).toEqual([path.nodes[index], path.nodes[index + 1]])
    }),
  )
})

test('if two nodes share an id, the edges belong to the first', () => {
  const adjacency = adjacencyOf([{ id: 'a' }, { id: 'a' }, { id: 'b' }], [{ source: 'a', target: 'b' }])
  expect(reachableGraph(adjacency, 0, 'downstream').nodes).toEqual([2])
  expect(reachableGraph(adjacency, 1, 'downstream').nodes).toEqual([])
})

test('a chain of 200,000 nodes is traversed in linear time', () => {
  const count = 200_000
  const edges = Array.from({ length: count - 1 }, (_, index) => edge(index, index + 1))
  const before = process.cpuUsage()
  const adjacency = adjacencyOf(nodesOf(count), edges)
  expect(reachableGraph(adjacency, 0, 'downstream').nodes).toHaveLength(count - 1)
  expect(shortestPath(adjacency, 0, count - 1)?.edges).toHaveLength(count - 1)
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
})
