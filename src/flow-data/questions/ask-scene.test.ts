import { expect, test } from 'vitest'
import { layoutOptionsOf, type Placement } from '#canvas/model/placement.ts'
import { chainOf } from '#test/support/long-flows.ts'
import type { Edge } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import { cardsIn, sceneWithLayoutIn, sceneIn, type SceneAnswer } from './ask-scene.ts'
import { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

const edge = (source: string, target: string): Edge => makeEdge({ id: `${source}>${target}`, source, target })
const node = (id: string, x: number | null) =>
  makeNode({ id, type: 'api', name: id, position: x === null ? null : { x, y: 0 } })
/** A row of two, and a third that is not connected. */
const flowAt = (x: number | null) =>
  new MemoizedFlow({
    nodes: [node('a', x), node('b', x === null ? null : x - 900), node('c', x === null ? null : x + 900)],
    edges: [edge('a', 'b')],
    validation: [],
  })
const boxes = (response: SceneAnswer) => [
  ...(response.is === 'scene' ? response.scene.boxes : expect.fail('it is laid out')),
]
const options = { mayWait: false }

test('positions of the flow are drawn unchanged; our own layouts differ, and are deterministic', async () => {
  const flow = flowAt(100)
  const given = boxes(await sceneIn(flow, { placement: 'given', ...options }))
  expect([given[0], given[4], given[8]]).toEqual([100, -800, 1000])
  const right = boxes(await sceneIn(flow, { placement: 'right', ...options }))
  const down = boxes(await sceneIn(flow, { placement: 'down', ...options }))
  expect(right[4]).toBeGreaterThan(right[0] ?? 0)
  expect([down[4], (down[5] ?? 0) > (down[1] ?? 0)]).toEqual([down[0], true])
  // Only two of three drawings are cached: the first one is drawn again.
  expect(boxes(await sceneIn(flow, { placement: 'given', ...options }))).toEqual(given)
})

test('a flow without positions is laid out to the right', async () => {
  const right = boxes(await sceneIn(flowAt(null), { placement: 'right', ...options }))
  expect(boxes(await sceneIn(flowAt(null), { placement: 'given', ...options }))).toEqual(right)
})

test('a flow without positions is folded if it would be long and thin, unless it is to be laid out otherwise', async () => {
  const flow = () => new MemoizedFlow({ ...chainOf(40), validation: [] })
  const isFolded = async (placement: Placement) => {
    const response = await sceneIn(flow(), { placement, ...options })
    return response.is === 'scene' ? response.scene.isFolded : expect.fail('it is laid out')
  }
  expect(await isFolded('given')).toBe(true)
  expect(await isFolded('auto')).toBe(true)
  expect(await isFolded('folded')).toBe(true)
  expect(await isFolded('right')).toBe(false)
})

test('a long layout is left to another thread, and the previous drawing stays available', async () => {
  const flow = flowAt(100)
  const query = { placement: 'down tidy', ...options } as const
  const response = await sceneIn(flow, query)
  if (response.is !== 'long layout') expect.fail('it was laid out here')
  expect(boxes(await sceneIn(flow, { placement: 'given', ...options }))[0]).toBe(100)
  expect(await cardsIn(flow, { placement: 'given', nodeIndexes: [2, 7] })).toMatchObject([{ node: { id: 'c' } }])
  // A repeated question still waits for the layout.
  expect((await sceneIn(flow, query)).is).toBe('long layout')
  const laid =
    layeredLayout(response.graph, layoutOptionsOf('down tidy') ?? {}) ?? expect.fail('the layout was cancelled')
  const tidy = boxes(await sceneWithLayoutIn(flow, { placement: 'down tidy', positions: laid }))
  expect(boxes(await sceneIn(flow, query))).toEqual(tidy)
  expect(boxes(await sceneIn(flowAt(100), { placement: 'down tidy', mayWait: true }))).toEqual(tidy)
})

test('only large or tidied layouts are left to another thread', async () => {
  const many = Array.from({ length: 25_001 }, (_, index) => node(`n${index}`, null))
  const large = new MemoizedFlow({ nodes: many, edges: [], validation: [] })
  expect((await sceneIn(large, { placement: 'right', ...options })).is).toBe('long layout')
  const placed = new MemoizedFlow({ nodes: many.slice(0, 3_000), edges: [], validation: [] })
  // Above the size limit, tidy equals the plain layout.
  expect((await sceneIn(placed, { placement: 'right tidy', ...options })).is).toBe('scene')
})
