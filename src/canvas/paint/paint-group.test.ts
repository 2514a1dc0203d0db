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
  const pen = new SvgPen(
    () => '#123456',
    (text, font) => (text.length * font.size) / 2,
  )
  const area = { x: -50, y: -50, width: 900, height: 600 }
  paintFlow(pen, drawingOf(layOutSync({ nodes, edges: [], validation: [] }, 'given')), area, { zoom, ratio: 1 })
  const svg = pen.finish(area, '', 'sunken')
  return [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, text = '']) => text).filter((text) => text !== 'A')
}

test('at low zoom, a group label that is too long loses the count, then the end of the name', () => {
  expect(written('Orders', 0.26)).toEqual(['Orders', ' · 1'])
  expect(written('Orders of 11', 0.26)).toEqual(['Orders of 11'])
  expect(written('Orders of yesterday and today', 0.26)).toEqual([expect.stringMatching(/^Orders o.*…$/)])
})

test('at low zoom, the label of a nested group is omitted if it would cover the label of the outer group', () => {
  const frame = (id: string, parent: string | null, y: number) =>
    makeNode({ id, type: 'group', name: id, parent, position: { x: 30, y }, size: { width: 400, height: 300 } })
  const namesAt = (y: number) => {
    const card = makeNode({ id: 'a', type: 'api', name: 'A', parent: 'inner', position: { x: 40, y: 60 } })
    return textsOf([frame('outer', null, 0), frame('inner', 'outer', y), card], 0.3).filter((text) =>
      text.endsWith('er'),
    )
  }
  expect(namesAt(40)).toEqual(['outer'])
  expect(namesAt(160)).toEqual(['outer', 'inner'])
})
