import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { drawingOf } from './drawing.ts'
import { paintFlow } from './paint-flow.ts'
import { SvgPen } from '#canvas/pen/svg-pen.ts'

const lines = Array.from({ length: 12 }, (_, index) => `line ${index}.`)
const paper = makeNode({
  id: 'paper',
  type: 'note',
  name: 'Paper',
  position: { x: 0, y: 0 },
  size: { width: 600, height: 400 },
  config: { text: lines.join('\n') },
})
const card = (x: number, y: number) => makeNode({ id: 'a', type: 'api', name: 'A', position: { x, y } })

/** Number of painted lines of the note. */
function drawnLineCount(nodes: ReturnType<typeof makeNode>[], zoom: number): number {
  const pen = new SvgPen(
    () => '#123456',
    (text, { size }) => (text.length * size) / 2,
  )
  const drawing = drawingOf(layOutSync({ nodes, edges: [], validation: [] }, 'given'))
  paintFlow(pen, drawing, { x: 0, y: 0, width: 800, height: 600 }, { zoom, ratio: 1 })
  const svg = pen.finish({ x: 0, y: 0, width: 800, height: 600 }, '', 'sunken')
  return lines.filter((line) => svg.includes(`${line}<`)).length
}

/** What is painted, from below: lines of the note, and strokes in the colour of edges, which ports have too. */
function marksFromBelow(edges: ReturnType<typeof makeEdge>[], zoom: number): string[] {
  const pen = new SvgPen(
    (colour) => colour,
    (text, { size }) => (text.length * size) / 2,
  )
  const nodes = [paper, { ...card(-400, 60), id: 'from' }, { ...card(900, 60), id: 'to' }]
  const area = { x: -500, y: 0, width: 1800, height: 600 }
  paintFlow(pen, drawingOf(layOutSync({ nodes, edges, validation: [] }, 'given')), area, { zoom, ratio: 1 })
  const svg = pen.finish(area, '', 'sunken')
  return [...svg.matchAll(/line \d+\.|stroke="edge"/g)].map(([mark]) => mark)
}

test('where an edge crosses the text of a note, the text is on top', () => {
  const edge = makeEdge({ id: 'e', source: 'from', target: 'to' })
  for (const zoom of [1, 0.65]) {
    const without = marksFromBelow([], zoom)
    const marks = marksFromBelow([edge], zoom)
    expect(marks.slice(0, lines.length)).toEqual(lines)
    // The edge is at 60 + 23 px: in the fifth line.
    expect(marks.slice(lines.length)).toEqual(['stroke="edge"', 'line 4.', ...without.slice(lines.length)])
  }
})

test('the text of a note ends above the first card that overlaps it', () => {
  expect(drawnLineCount([paper], 1)).toBe(12)
  expect(drawnLineCount([paper, card(20, 110)], 1)).toBe(5)
  // A card beside the text covers none of it.
  expect(drawnLineCount([paper, card(350, 20)], 1)).toBe(12)
  // Characters that keep their size on the screen need more room, and tiles leave room for titles only.
  expect(drawnLineCount([paper, card(20, 110)], 0.4)).toBe(2)
  expect(drawnLineCount([paper, card(20, 110)], 0.2)).toBe(1)
})
