import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
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

test('the text of a note ends above the first card that overlaps it', () => {
  expect(drawnLineCount([paper], 1)).toBe(12)
  expect(drawnLineCount([paper, card(20, 110)], 1)).toBe(5)
  // A card beside the text covers none of it.
  expect(drawnLineCount([paper, card(350, 20)], 1)).toBe(12)
  // Characters that keep their size on the screen need more room, and tiles leave room for titles only.
  expect(drawnLineCount([paper, card(20, 110)], 0.4)).toBe(2)
  expect(drawnLineCount([paper, card(20, 110)], 0.2)).toBe(1)
})
