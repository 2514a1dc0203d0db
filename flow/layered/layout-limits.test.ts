import { describe, expect, test } from 'vitest'
import { layeredGraphOf, type Pairs } from '#test/support/layered-graph-of.ts'
import type { LayeredGraph } from './layered-graph.ts'
import { layeredLayout } from './layered-layout.ts'

describe('what is large or wrong ends in seconds, with a place for everything', () => {
  const range = (count: number) => Array.from({ length: count }, (_, index) => index)
  test.each<[string, LayeredGraph]>([
    ['200,000 nodes on their own', layeredGraphOf(200_000, [])],
    [
      '200,000 nodes in parts of 20',
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
      '10,000 parts',
      layeredGraphOf(
        20_000,
        range(10_000).map((index) => [2 * index, 2 * index + 1]),
      ),
    ],
    [
      'a chain of 50,000 with edges back and far ahead',
      layeredGraphOf(
        50_000,
        range(49_999).flatMap((index): Pairs => [
          [index, index + 1],
          [index, (index * 7919) % 50_000],
        ]),
      ),
    ],
    [
      'groups three deep',
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
      'groups 20,000 deep, each with edges to the others',
      layeredGraphOf(
        20_000,
        range(20_000).map((index) => [index, 0]),
        { parents: range(20_000).map((index) => index - 1) },
      ),
    ],
    [
      'a group that holds itself, and a circle of groups',
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
      'ends, parents and sizes that cannot be',
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
      'every node joined to every other',
      layeredGraphOf(
        150,
        range(150 * 150).map((index) => [index % 150, Math.floor(index / 150)]),
      ),
    ],
  ])(
    '%s',
    (_, graph) => {
      const before = process.cpuUsage()
      const places = layeredLayout(graph) ?? expect.fail('nobody cancelled it')
      expect(Object.values(places).every((values: Float64Array) => values.every(Number.isFinite))).toBe(true)
      // CPU time, not elapsed time: other tests run in parallel.
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20)
    },
    180_000,
  )
})
