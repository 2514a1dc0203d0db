import { describe, expect, test } from 'vitest'
import { layeredGraphOf, type Pairs } from '#test/support/layered-graph-of.ts'
import type { LayeredGraph } from './layered-graph.ts'
import { layeredLayout } from './layered-layout.ts'

describe('large and invalid graphs are laid out within seconds, with finite positions', () => {
  const range = (count: number) => Array.from({ length: count }, (_, index) => index)
  test.each<[string, LayeredGraph]>([
    ['200,000 nodes without edges', layeredGraphOf(200_000, [])],
    [
      '200,000 nodes in components of 20',
      layeredGraphOf(
        200_000,
        range(200_000).map((index) => [index - (index % 20), index]),
      ),
    ],
    [
      '100,000 edges between two nodes',
      layeredGraphOf(
        2,
        range(100_000).map(() => [0, 1]),
      ),
    ],
    [
      'a node with 5,000 edges',
      layeredGraphOf(
        5001,
        range(5000).map((index) => [0, index + 1]),
      ),
    ],
    [
      '10,000 components',
      layeredGraphOf(
        20_000,
        range(10_000).map((index) => [2 * index, 2 * index + 1]),
      ),
    ],
    [
      'a chain of 50,000 nodes with long forward and backward edges',
      layeredGraphOf(
        50_000,
        range(49_999).flatMap((index): Pairs => [
          [index, index + 1],
          [index, (index * 7919) % 50_000],
        ]),
      ),
    ],
    [
      'groups nested three levels deep',
      layeredGraphOf(
        30_000,
        range(30_000).map((index) => [index, (index * 31) % 30_000]),
        {
          parents: range(30_000).map((index) =>
            index < 10 ? -1 : index < 100 ? index % 10 : index < 1000 ? 10 + (index % 90) : 100 + (index % 900),
          ),
        },
      ),
    ],
    [
      'groups nested 20,000 levels deep, with edges to the outermost',
      layeredGraphOf(
        20_000,
        range(20_000).map((index) => [index, 0]),
        { parents: range(20_000).map((index) => index - 1) },
      ),
    ],
    [
      'a group that contains itself, and a cycle of groups',
      layeredGraphOf(
        4,
        [
          [0, 1],
          [1, 2],
        ],
        { parents: [0, 2, 3, 1] },
      ),
    ],
    [
      'invalid ends, parents and sizes',
      layeredGraphOf(
        3,
        [
          [0, 9],
          [4_294_967_295, 1],
        ],
        {
          parents: [99, -7, 1],
          sizes: [
            [NaN, -1],
            [Infinity, 1],
            [1, 1],
          ],
          ports: [NaN, Infinity],
        },
      ),
    ],
    [
      'a complete graph of 150 nodes',
      layeredGraphOf(
        150,
        range(150 * 150).map((index) => [index % 150, Math.floor(index / 150)]),
      ),
    ],
  ])(
    '%s',
    (_, graph) => {
      const before = process.cpuUsage()
      const places = layeredLayout(graph) ?? expect.fail('the layout was cancelled')
      expect(Object.values(places).every((values: Float64Array) => values.every(Number.isFinite))).toBe(true)
      // CPU time, not elapsed time: other tests run in parallel.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20)
    },
    180_000,
  )
})
