/** Stability of the layout: adding nodes and edges changes little. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layeredGraphOf, type Pairs } from '#test/support/layered-graph-of.ts'
import type { LayeredGraph, LayeredOptions, LayeredPositions } from './layered-graph.ts'
import { layeredLayout } from './layered-layout.ts'

const layout = (graph: LayeredGraph, options?: LayeredOptions): LayeredPositions =>
  layeredLayout(graph, options) ?? expect.fail('the layout was cancelled')

/** Realistic flows: a step follows one of the previous six, and some edges join branches. */
const flows = fc.integer({ min: 5, max: 50 }).chain((count) =>
  fc.record({
    count: fc.constant(count),
    back: fc.array(fc.nat(5), { minLength: count - 1, maxLength: count - 1 }),
    more: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: Math.floor(count / 4) }),
    at: fc.nat(count - 1),
  }),
)
const pairsOf = (back: readonly number[], more: Pairs): Pairs => [
  ...back.map((steps, index) => [Math.max(0, index - steps), index + 1] as const),
  ...more.flatMap(([a, b]) => (a === b ? [] : [[Math.min(a, b), Math.max(a, b)] as const])),
]

/** Share of node pairs whose relative position (left/right, above/below) is unchanged. */
function keptShare(before: LayeredPositions, after: LayeredPositions, count: number): number {
  let [same, all] = [0, 0]
  for (const side of ['x', 'y'] as const)
    for (let a = 0; a < count; a += 1)
      for (let b = a + 1; b < count; b += 1) {
        const order = ({ [side]: values }: LayeredPositions) => Math.sign((values[a] ?? NaN) - (values[b] ?? NaN))
        all += 1
        if (order(before) === order(after)) same += 1
      }
  return same / all
}

test('adding a step keeps all columns, and the relative position of 95% of the pairs of steps', () => {
  const shares: number[] = []
  fc.assert(
    fc.property(flows, ({ count, back, more, at }) => {
      const pairs = pairsOf(back, more)
      const before = layout(layeredGraphOf(count, pairs))
      const after = layout(layeredGraphOf(count + 1, [...pairs, [at, count]]))
      expect([...after.x.subarray(0, count)]).toEqual([...before.x])
      shares.push(keptShare(before, after, count))
    }),
    { numRuns: 300, seed: 5 },
  )
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.95)
  expect(shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 10)]).toBeGreaterThan(0.85)
})

test('self-loops have no effect, and parallel edges do not change columns', () => {
  fc.assert(
    fc.property(flows, ({ count, back, at }) => {
      const pairs = pairsOf(back, [])
      const one = layout(layeredGraphOf(count, pairs))
      expect(layout(layeredGraphOf(count, [...pairs, [at, at]]))).toEqual(one)
      const [first] = pairs
      if (first !== undefined) expect(layout(layeredGraphOf(count, [...pairs, first, first])).x).toEqual(one.x)
    }),
  )
})

test('the bounding boxes of components do not overlap', () => {
  const part = fc.array(fc.nat(3), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 2, maxLength: 6 }),
      fc.constantFrom('right', 'down'),
      (parts, direction) => {
        const pairs: [number, number][] = []
        const ranges: [number, number][] = []
        for (const back of parts) {
          const first = ranges.at(-1)?.[1] ?? 0
          for (const [index, steps] of back.entries())
            pairs.push([first + Math.max(0, index - steps), first + index + 1])
          ranges.push([first, first + back.length + 1])
        }
        const { x, y } = layout(layeredGraphOf(ranges.at(-1)?.[1] ?? 0, pairs), { direction })
        const boxes = ranges.map(([from, to]) => ({
          left: Math.min(...x.subarray(from, to)),
          right: Math.max(...x.subarray(from, to)) + 216,
          top: Math.min(...y.subarray(from, to)),
          bottom: Math.max(...y.subarray(from, to)) + 70,
        }))
        for (const [index, a] of boxes.entries())
          for (const b of boxes.slice(index + 1))
            expect(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top).toBe(true)
      },
    ),
  )
})

test('the steps of a cycle are in sequence, and the edge that closes the cycle has no effect', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 12 }), fc.boolean(), (count, isTidy) => {
      const chain = Array.from({ length: count - 1 }, (_, index): [number, number] => [index, index + 1])
      const closed = layout(layeredGraphOf(count + 1, [[count, 0], ...chain, [count - 1, 0]]), { tidy: isTidy })
      for (let step = 1; step < count; step += 1) expect(closed.x[step]).toBeGreaterThan(closed.x[step - 1] ?? NaN)
      expect(closed.x[0]).toBeGreaterThan(closed.x[count] ?? NaN)
    }),
  )
})

test('only members of a group are within its frame', () => {
  fc.assert(
    fc.property(flows, fc.integer({ min: 2, max: 5 }), ({ count, back, more }, groups) => {
      // The first nodes are groups; of the others, every third is in no group.
      const pairs = pairsOf(back, more).map(([from, to]): [number, number] => [from + groups, to + groups])
      const parents = Array.from({ length: count + groups }, (_, node) =>
        node < groups || node % 3 === 0 ? -1 : node % groups,
      )
      const { x, y, width, height } = layout(layeredGraphOf(count + groups, pairs, { parents }))
      for (let group = 0; group < groups; group += 1)
        for (let node = groups; node < count + groups; node += 1) {
          if (parents[node] !== -1) continue
          const [left, top] = [x[node] ?? NaN, y[node] ?? NaN]
          const isAside = left >= (x[group] ?? NaN) + (width[group] ?? NaN) || left + 216 <= (x[group] ?? NaN)
          const isAbove = top >= (y[group] ?? NaN) + (height[group] ?? NaN) || top + 70 <= (y[group] ?? NaN)
          expect(isAside || isAbove).toBe(true)
        }
    }),
  )
})
