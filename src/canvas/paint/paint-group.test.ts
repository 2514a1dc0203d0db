import { expect, test } from 'vitest'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { makeNode } from '#flow/draft.ts'
import { drawingOf } from './drawing.ts'
import { paintFlow } from './paint-flow.ts'
import { SvgPen } from '#canvas/pen/svg-pen.ts'

/** Texts painted on a frame of 400 px that contains one card. */
function written(name: string, zoom: number): string[] {
  const size = { width: 400, height: 200 }
  const group = makeNode({ id: 'g', type: 'group', name, position: { x: 0, y: 0 }, size })
  const card = makeNode({ id: 'a', type: 'api', name: 'A', parent: 'g', position: { x: 40, y: 60 } })
  return textsOf([group, card], zoom)
}

function textsOf(nodes: ReturnType<typeof makeNode>[], zoom: number): string[] {
  return [...drawn(nodes, zoom).matchAll(/>([^<>]+)<\/text>/g)]
    .map(([, text = '']) => text)
    .filter((text) => text !== 'A')
}

function drawn(nodes: ReturnType<typeof makeNode>[], zoom: number): string {
  const pen = new SvgPen(
    () => '#123456',
    (text, font) => (text.length * font.size) / 2,
  )
  const area = { x: -50, y: -50, width: 900, height: 600 }
  paintFlow(pen, drawingOf(layOutSync({ nodes, edges: [], validation: [] }, 'given')), area, { zoom, ratio: 1 })
  return pen.finish(area, '', 'sunken')
}

test('at low zoom, the title of a group that is too long loses the end of the name, and at last all of it', () => {
  expect(written('Orders', 0.26)).toEqual(['Orders'])
  expect(written('Orders of yesterday and today', 0.26)).toEqual([expect.stringMatching(/^Orders of.*…$/)])
  expect(written('Orders of yesterday and today', 0.1)).toEqual([])
})
