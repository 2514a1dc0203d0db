import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { sceneOf } from '#canvas/scene/scene-of.ts'
import { idAt, nodeIndexOf } from '#canvas/scene/scene.ts'
import { followArrow, type ArrowStep, stepText, noTargetText } from './arrow-navigation.ts'

const placedNode = (id: string, type: string, x: number, y: number) => ({
  ...makeNode({ id, type, name: id }),
  position: { x, y },
})
const join = (source: string, target: string, handle: string | null = null) =>
  makeEdge({ id: `${source}>${target} ${handle}`, source, target, source_handle: handle })
const graph = layOutSync(
  {
    nodes: [
      placedNode('start', 'trigger', 0, 0),
      placedNode('up', 'api', 300, 0),
      placedNode('down', 'api', 300, 200),
      placedNode('end', 'message', 600, 0),
      placedNode('alone', 'code', 300, 500),
    ],
    edges: [
      join('start', 'up', 'yes'),
      join('start', 'up', 'perhaps'),
      join('start', 'down', 'no'),
      join('up', 'end'),
      join('down', 'end'),
      join('end', 'end'),
    ],
    validation: [],
  },
  'given',
)
const scene = sceneOf(graph)
/** A step with the target's id instead of its index, and the edges by their ids. */
const stepFrom = (from: string | null, step: ArrowStep) => {
  const walked = followArrow(scene, nodeIndexOf(scene, from), step)
  if (walked === null) return null
  const edges = walked.edges.map((edge) => graph.edges[edge]?.edge.id)
  return { ...walked, to: idAt(scene, walked.to), edges }
}
const targetOf = (from: string | null, step: ArrowStep) => stepFrom(from, step)?.to ?? null

test('arrow keys start at the trigger and follow the edges in both directions', () => {
  expect(targetOf(null, 'next')).toBe('start')
  expect(targetOf('start', 'next')).toBe('up')
  expect(targetOf('up', 'next')).toBe('end')
  expect(targetOf('end', 'previous')).toBe('up')
})

test('up and down lead to sibling branches, then to the nearest cards above and below', () => {
  expect(targetOf('up', 'below')).toBe('down')
  expect(targetOf('down', 'above')).toBe('up')
  expect(targetOf('down', 'below')).toBe('alone')
})

test('there is no step from the end of a path, or along a self-loop', () => {
  expect(targetOf('end', 'next')).toBeNull()
  expect(targetOf('start', 'previous')).toBeNull()
})

test('a step reports its edges, and its position among several targets', () => {
  const both = ['start>up yes', 'start>up perhaps']
  expect(stepFrom('start', 'next')).toEqual({ to: 'up', edges: both, position: 1, of: 2 })
  expect(stepFrom('up', 'below')).toEqual({ to: 'down', edges: ['start>down no'], position: 2, of: 2 })
  expect(stepFrom('end', 'previous')).toEqual({ to: 'up', edges: ['up>end null'], position: 1, of: 2 })
  expect(stepFrom('down', 'below')).toEqual({ to: 'alone', edges: [], position: 1, of: 1 })
})

test('a step is announced with its branch', () => {
  const down = graph.nodes.find(({ node }) => node.id === 'down')
  if (down === undefined) throw new Error('no such card')
  expect(stepText(down, { position: 2, of: 2 }, 'no')).toBe('down, HTTP, branch no, 2 of 2, 1 in, 1 out')
  expect(stepText(down, { position: 1, of: 1 }, '')).toBe('down, HTTP, 1 in, 1 out')
  expect(noTargetText(down, 'next')).toBe('No next step. down')
})

test('a step from a node with 5,000 edges is immediate', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => placedNode(`n${index}`, 'api', 300, index * 90))
  const wide = sceneOf(
    layOutSync(
      {
        nodes: [placedNode('hub', 'trigger', 0, 0), ...many],
        edges: many.map(({ id }) => join('hub', id)),
        validation: [],
      },
      'given',
    ),
  )
  const before = process.cpuUsage()
  expect(followArrow(wide, 0, 'next')).toMatchObject({ to: 1, position: 1, of: 5_000 })
  expect(followArrow(wide, 42, 'below')).toMatchObject({ to: 43, position: 43, of: 5_000 })
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
