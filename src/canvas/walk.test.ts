import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { canvasGraph } from './canvas-graph.ts'
import { stepWords, stillWords } from './walk-words.ts'
import { walk, type Step } from './walk.ts'

const place = (id: string, type: string, x: number, y: number) => ({
  ...makeNode({ id, type, name: id }),
  position: { x, y },
})
const join = (source: string, target: string, handle: string | null = null) => ({
  id: `${source}>${target} ${handle}`,
  source,
  target,
  source_handle: handle,
  target_handle: null,
  label: null,
  condition: null,
})
const graph = canvasGraph(
  {
    nodes: [
      place('start', 'trigger', 0, 0),
      place('up', 'api', 300, 0),
      place('down', 'api', 300, 200),
      place('end', 'message', 600, 0),
      place('alone', 'code', 300, 500),
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
const led = (from: string | null, step: Step) => walk(graph, from, step)?.id ?? null

test('a walk begins at the trigger and follows the edges there and back', () => {
  expect(led(null, 'next')).toBe('start')
  expect(led('start', 'next')).toBe('up')
  expect(led('up', 'next')).toBe('end')
  expect(led('end', 'previous')).toBe('up')
})

test('up and down lead to the branches beside, then to what is drawn there', () => {
  expect(led('up', 'below')).toBe('down')
  expect(led('down', 'above')).toBe('up')
  expect(led('down', 'below')).toBe('alone')
})

test('the end of a line and a self-loop lead nowhere', () => {
  expect(led('end', 'next')).toBeNull()
  expect(led('start', 'previous')).toBeNull()
})

test('a step says by which branch it came, and which of several ways that is', () => {
  expect(walk(graph, 'start', 'next')).toEqual({ id: 'up', branch: 'yes, perhaps', place: 1, of: 2 })
  expect(walk(graph, 'up', 'below')).toEqual({ id: 'down', branch: 'no', place: 2, of: 2 })
  expect(walk(graph, 'end', 'previous')).toEqual({ id: 'up', branch: '', place: 1, of: 2 })
  expect(walk(graph, 'down', 'below')).toEqual({ id: 'alone', branch: '', place: 1, of: 1 })
  const down = graph.nodes.find(({ node }) => node.id === 'down')
  if (down === undefined) throw new Error('no such card')
  expect(stepWords(down, { id: 'down', branch: 'no', place: 2, of: 2 })).toBe(
    'down, API, branch no, 2 of 2, 1 in, 1 out',
  )
  expect(stepWords(down, { id: 'down', branch: '', place: 1, of: 1 })).toBe('down, API, 1 in, 1 out')
  expect(stillWords(down, 'next')).toBe('Nothing follows. down')
})

test('a node with 5,000 edges is walked at once', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => place(`n${index}`, 'api', 300, index * 90))
  const wide = canvasGraph(
    { nodes: [place('hub', 'trigger', 0, 0), ...many], edges: many.map(({ id }) => join('hub', id)), validation: [] },
    'given',
  )
  const before = process.cpuUsage()
  expect(walk(wide, 'hub', 'next')).toEqual({ id: 'n0', branch: '', place: 1, of: 5_000 })
  expect(walk(wide, 'n41', 'below')).toEqual({ id: 'n42', branch: '', place: 43, of: 5_000 })
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
})
