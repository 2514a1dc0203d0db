import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { canvasGraph } from './canvas-graph.ts'
import { walk } from './walk.ts'

const place = (id: string, type: string, x: number, y: number) => ({
  ...makeNode({ id, type, name: id }),
  position: { x, y },
})
const join = (source: string, target: string) => ({
  id: `${source}>${target}`,
  source,
  target,
  source_handle: null,
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
    edges: [join('start', 'up'), join('start', 'down'), join('up', 'end'), join('down', 'end'), join('end', 'end')],
    validation: [],
  },
  'given',
)

test('a walk begins at the trigger and follows the edges there and back', () => {
  expect(walk(graph, null, 'next')).toBe('start')
  expect(walk(graph, 'start', 'next')).toBe('up')
  expect(walk(graph, 'up', 'next')).toBe('end')
  expect(walk(graph, 'end', 'previous')).toBe('up')
})

test('up and down lead to the branches beside, then to what is drawn there', () => {
  expect(walk(graph, 'up', 'below')).toBe('down')
  expect(walk(graph, 'down', 'above')).toBe('up')
  expect(walk(graph, 'down', 'below')).toBe('alone')
})

test('the end of a line and a self-loop lead nowhere', () => {
  expect(walk(graph, 'end', 'next')).toBeNull()
  expect(walk(graph, 'start', 'previous')).toBeNull()
})
