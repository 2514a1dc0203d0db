import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { canvasView, type NameCounter } from './canvas-view.ts'

const size = { width: 1000, height: 600 }
const pen = { measure: (text: string) => 6 * text.length }
const graphOf = () =>
  layOutSync(
    {
      nodes: [
        ...[...Array(12).keys()].map((index) =>
          makeNode({ id: `n${index}`, type: 'api', name: `Step ${index}`, position: { x: 300 * index, y: 0 } }),
        ),
        makeNode({ id: 'odd', type: 'odd', name: 'Odd', position: { x: 3600, y: 0 } }),
        makeNode({ id: 'note', type: 'note', name: 'Note', position: { x: 0, y: 300 } }),
      ],
      edges: [makeEdge({ id: 'e', source: 'n0', target: 'n1' })],
      validation: [{ level: 'error', code: 'duplicate_id', message: 'Two of one id', node_id: 'n2' }],
    },
    'given',
  )
/** Counts so many names in the whole flow, and 9 at its start. */
const counter =
  (whole: number): NameCounter =>
  (_drawing, { zoom }) => ({ names: zoom < 0.45 ? whole : 9, overlapped: 0 })

test('the view and what can be read in it', () => {
  const { figures, ...view } = canvasView(graphOf(), { ...size, chosen: null }, pen, counter(12))
  expect(view.part).toBe('whole')
  expect(figures).toEqual({ steps: 13, names: 12, overlapped: 0, plain: 1, problems: 1 })
  const start = canvasView(graphOf(), { ...size, chosen: 'start' }, pen)
  expect(start.part).toBe('start')
  // At 45%, 300 px of the flow are 135 px on the screen.
  expect(start.figures).toMatchObject({ steps: 13, names: 7, overlapped: 0 })
})

test('the same question has the same answer, although texts are measured differently with a font that came late', () => {
  const graph = graphOf()
  const early = canvasView(graph, { ...size, chosen: null }, pen, counter(8))
  expect(canvasView(graph, { ...size, chosen: null }, pen, counter(12))).toEqual(early)
  expect(canvasView(graph, { ...size, width: 1001, chosen: null }, pen, counter(12)).part).toBe('whole')
  expect(canvasView(graph, { ...size, width: 1001, chosen: 'start' }, pen, counter(12)).part).toBe('start')
})
