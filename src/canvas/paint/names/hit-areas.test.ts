import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { drawingOf, type Drawing } from '#canvas/paint/drawing.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { hitAreas } from './hit-areas.ts'
import { placeNames } from './name-places.ts'

const pen = { measure: (text: string, { size }: { size: number }) => text.length * size * 0.52 }
const step = (id: string, x: number, y: number, name: string) => makeNode({ id, type: 'api', name, position: { x, y } })
const note = (id: string, x: number, text: string) =>
  makeNode({ id, type: 'note', name: '', position: { x, y: 400 }, size: { width: 600, height: 400 }, config: { text } })
const drawing: Drawing = drawingOf(
  layOutSync(
    {
      nodes: [
        step('short', 0, 0, 'Wait'),
        step('long', 600, 0, 'Customer lookup in warehouse'),
        note('area', 0, 'Orders'),
        step('inside', 200, 550, 'Send'),
        note('text', 1_000, 'Read this first'),
        makeNode({
          id: 'group',
          type: 'group',
          name: 'Orders',
          position: { x: 0, y: 1_000 },
          size: { width: 600, height: 300 },
        }),
        makeNode({ ...step('in-group', 100, 100, 'Pack'), parent: 'group' }),
        makeNode({ ...step('loop', 800, 1_000, 'Each line'), size: { width: 500, height: 300 } }),
        makeNode({ ...step('in-loop', 100, 100, 'Price'), parent: 'loop' }),
      ],
      edges: [],
      validation: [],
    },
    'given',
  ),
)
const painted = (zoom: number) => ({ area: drawing.bounds, zoom, ratio: 1, pen })
const areasAt = (zoom: number) => hitAreas(drawing, placeNames(drawing, drawing.bounds, zoom, pen), painted(zoom))

test('a card that grew for its name takes the pointer in all of its height, at any zoom of a step', () => {
  for (const zoom of [0.43, 0.45]) {
    const box = drawing.nodes[1]?.box
    const grown = areasAt(zoom).get(1)
    if (box === undefined || grown === undefined) expect.fail()
    expect([grown.x, grown.width]).toEqual([box.x, box.width])
    // Three lines of 14 px and their padding.
    expect(grown.height * zoom).toBeGreaterThan(47)
    expect(grown.y + grown.height / 2).toBeCloseTo(box.y + box.height / 2)
    expect(areasAt(zoom).has(0)).toBe(false)
  }
})

test('a note with steps takes the pointer at its title, other notes everywhere', () => {
  for (const zoom of [0.25, 0.4]) {
    const areas = areasAt(zoom)
    const [area, box] = [areas.get(2), drawing.nodes[2]?.box]
    if (area === undefined || box === undefined) expect.fail()
    expect(area.height * zoom).toBeCloseTo(15)
    expect(area.x * zoom - box.x * zoom).toBeCloseTo(9)
    expect([...areas.keys()].filter((index) => index > 2 && index < 5)).toEqual([])
  }
})

test('a group takes the pointer at its title at any zoom, a container at its head, other nodes in their boxes', () => {
  for (const zoom of [0.25, 0.4]) expect(areasAt(zoom).get(5)?.height).toBeCloseTo(15 / zoom)
  const areas = hitAreas(drawing, null, painted(1))
  const [group, box] = [areas.get(5), drawing.nodes[5]?.box]
  if (group === undefined || box === undefined) expect.fail()
  // Centred on the upper border.
  expect(group).toMatchObject({ x: box.x + 11, y: box.y + 1 - 10, height: 20 })
  expect(group.width).toBeLessThan(150)
  expect(areas.get(7)).toEqual({ ...drawing.nodes[7]?.box, height: 44 })
  expect([...areas.keys()]).toEqual([5, 7])
})
