/** Names on real flows, if there are any (as in canvas-corpus.test.ts), and on one made here. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { hasPositions } from '#canvas/model/placement.ts'
import { overlaps, type Box } from '#canvas/geometry/box-geometry.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { stepZoom, tileBoxOf, tileSideAt } from '#canvas/model/tile-box.ts'
import { drawingOf, isStep, type Drawing } from '#canvas/paint/drawing.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { placeNames } from './name-places.ts'
import { boxOfName, boxOfTitle, nameAnchor } from './name-boxes.ts'
import { namesInView } from './readable-names.ts'

const pen = { measure: (text: string, { size }: { size: number }) => text.length * size * 0.52 }
const everything: Box = { x: -1e7, y: -1e7, width: 2e7, height: 2e7 }

const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const files = (existsSync(corpus) ? readdirSync(corpus, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'bad')
  .flatMap(({ name }) => readdirSync(join(corpus, name)).map((file) => join(corpus, name, file)))

function drawingsOf(file: string): Drawing[] {
  const read = readFlowFile({ name: file, bytes: readFileSync(file) })
  if (!read.ok) expect.fail(read.message)
  return read.flows.map((flow) =>
    drawingOf(layOutSync({ ...flow, validation: [] }, hasPositions(flow.nodes) ? 'given' : 'right')),
  )
}

const scaled = ({ x, y, width, height }: Box, zoom: number): Box => ({
  x: x * zoom,
  y: y * zoom,
  width: width * zoom,
  height: height * zoom,
})

/** Names and titles that cover each other, or a tile or card, at a zoom. */
function covered(drawing: Drawing, zoom: number): string[] {
  const { names, titles } = placeNames(drawing, drawing.bounds, zoom, pen)
  const side = detailOf(zoom) === 'far' ? tileSideAt(stepZoom(zoom), drawing.spacing) : null
  // Where steps are marks, names may cover them.
  const isAmongMarks = detailOf(zoom) === 'far' && side === null
  const texts = drawing.nodes.flatMap((node, index) => {
    const [name, title] = [names.get(index), titles.get(index)]
    if (name && name.side !== 'inside')
      return { of: node.name, box: boxOfName(name, nameAnchor(node.box, zoom, name.corner)) }
    return title ? { of: title.text, box: boxOfTitle(title, node.box, zoom) } : []
  })
  const solids = isAmongMarks
    ? []
    : drawing.nodes.filter(isStep).map(({ name, box }) => ({
        of: `step ${name}`,
        box: scaled(side === null ? box : tileBoxOf(box, side / zoom), zoom),
      }))
  return texts.flatMap((text, at) =>
    [...texts.slice(at + 1), ...solids].flatMap((other) =>
      overlaps(text.box, other.box) ? `${text.of} × ${other.of}` : [],
    ),
  )
}

/** Zooms of one step, as multiples of its lowest, for which places are chosen. */
const withinStep = [1, 1.04, 1.085]

test.runIf(files.length > 0).each(files)('%s: no name covers another, or a step', (file) => {
  for (const drawing of drawingsOf(file))
    for (const zoom of [0.08, 0.12, 0.17, 0.21, 0.26, 0.3, 0.36, 0.45, 0.55])
      for (const factor of withinStep)
        expect(covered(drawing, stepZoom(zoom) * factor), `at ${factor} × ${zoom}`).toEqual([])
})

const chain = (names: readonly string[], gap: number): Drawing =>
  drawingOf(
    layOutSync(
      {
        nodes: names.map((name, index) =>
          makeNode({
            id: `n${index}`,
            type: index === 0 ? 'trigger' : 'api',
            name,
            position: { x: index * gap, y: 0 },
          }),
        ),
        edges: names
          .slice(1)
          .map((_name, index) => makeEdge({ id: `e${index}`, source: `n${index}`, target: `n${index + 1}` })),
        validation: [],
      },
      'given',
    ),
  )

test('the title of a nested group does not cover that of the outer group', () => {
  const frame = (id: string, parent: string | null, y: number) =>
    makeNode({
      id,
      type: 'group',
      name: `The ${id} group`,
      parent,
      position: { x: 30, y },
      size: { width: 600, height: 300 },
    })
  for (const y of [4, 40, 160]) {
    const card = makeNode({ id: 'a', type: 'api', name: 'A', parent: 'inner', position: { x: 40, y: 160 } })
    const nodes = [frame('outer', null, 0), frame('inner', 'outer', y), card]
    const drawing = drawingOf(layOutSync({ nodes, edges: [], validation: [] }, 'given'))
    expect(covered(drawing, stepZoom(0.3))).toEqual([])
    expect([...placeNames(drawing, everything, 0.3, pen).titles.values()]).not.toContain(null)
  }
})

test('a title stays in its corner at every zoom of a step', () => {
  const group = makeNode({
    id: 'g',
    type: 'group',
    name: 'Orders',
    position: { x: 0, y: 0 },
    size: { width: 900, height: 600 },
  })
  // Fills the left corners.
  const cards = [8, 500].map((y, index) =>
    makeNode({ id: `c${index}`, type: 'api', name: 'A', parent: 'g', position: { x: 10, y }, size: null }),
  )
  const above = makeNode({ id: 'above', type: 'api', name: 'A', position: { x: 10, y: -90 } })
  const drawing = drawingOf(layOutSync({ nodes: [group, ...cards, above], edges: [], validation: [] }, 'given'))
  const { titles, zoom } = placeNames(drawing, everything, 0.4, pen)
  const title = titles.get(0)
  const box = drawing.nodes[0]?.box
  if (!title || box === undefined) expect.fail()
  expect(title.corner).toEqual({ x: 1, y: 0 })
  const insets = withinStep.map((factor) => {
    const { x, width } = boxOfTitle(title, box, zoom * factor)
    return (box.x + box.width) * zoom * factor - x - width
  })
  for (const inset of insets) expect(inset).toBeCloseTo(9)
})

test('a note has its title where its text is not shown', () => {
  const note = makeNode({
    id: 'n',
    type: 'note',
    name: '',
    notes: 'Read me first',
    position: { x: 0, y: 0 },
    size: { width: 600, height: 300 },
  })
  const drawing = drawingOf(layOutSync({ nodes: [note], edges: [], validation: [] }, 'given'))
  expect(placeNames(drawing, everything, 0.3, pen).titles.get(0)?.text).toBe('Read me first')
  expect(placeNames(drawing, everything, 0.45, pen).titles.get(0)?.text).toBe('Read me first')
})

test('names stay where they are while the view moves, and until the zoom has changed by a step', () => {
  const drawing = chain(
    Array.from({ length: 40 }, (_, index) => `Step number ${index}`),
    300,
  )
  const zoom = stepZoom(0.2)
  const left = new Map(placeNames(drawing, { x: 0, y: -500, width: 3000, height: 1000 }, zoom, pen).names)
  const both = placeNames(drawing, { x: 2000, y: -500, width: 9000, height: 1000 }, zoom * 1.05, pen).names
  for (const [index, name] of left) expect(both.get(index)).toBe(name)
  expect(both.size).toBeGreaterThan(left.size)
})

test('a name that fits nowhere is left out; a start has its name before all others', () => {
  const drawing = chain(
    Array.from({ length: 9 }, () => 'Internationalization'),
    232,
  )
  const { names } = placeNames(drawing, everything, 0.13, pen)
  const shown = [...names.values()].filter((name) => name !== null)
  expect(names.get(0)).not.toBeNull()
  expect(shown.length).toBeLessThan(9)
  expect(shown.every((name) => name.lines.join('') === 'Internationalization')).toBe(true)
})

test('a compact card has its name inside if it fits, else beside it', () => {
  const drawing = chain(['Start', 'Extract from Excel', 'Internationalization'], 500)
  const { names } = placeNames(drawing, everything, 0.45, pen)
  expect([...names.values()].map((name) => name?.side)).toEqual(['inside', 'inside', 'below'])
  expect(names.get(1)?.lines).toEqual(['Extract', 'from Excel'])
})

test('a name that fits neither in its compact card nor beside it is cut in the card, and left out at lower zooms', () => {
  const drawing = chain(['Start', 'Read all orders of the day '.repeat(8), 'x'.repeat(200)], 500)
  const linesAt = (zoom: number) =>
    [...placeNames(drawing, everything, zoom, pen).names.values()].map((name) => name?.lines)
  const [, words, letters] = linesAt(0.45)
  expect(words).toEqual(['Read all', 'orders of', 'the day…'])
  expect(letters).toEqual(['xxxxxxxxxx', 'xxxxxxxxxx', 'xxxxxxxxx…'])
  expect(linesAt(0.3)).toEqual([['Start'], undefined, undefined])
})

test('the name of a compact card with branches has the room above the first of them that is named', () => {
  const branches = { cases: [{ id: 'yes', label: 'yes', expression: 'true' }] }
  const name = 'Order paid?'
  const step = (id: string, type: string, y: number, config: object) =>
    makeNode({ id, type, name, position: { x: 0, y }, config: { ...config } })
  const edge = makeEdge({ id: 'e', source: 'api', target: 'end', source_handle: 'error' })
  const nodes = [
    step('api', 'api', 0, { method: 'GET', url: 'https://shop.example' }),
    step('if', 'condition', 600, branches),
    step('end', 'wait', 1200, {}),
  ]
  const drawing = drawingOf(layOutSync({ nodes, edges: [edge], validation: [] }, 'given'))
  const sidesAt = (zoom: number) =>
    [...placeNames(drawing, everything, zoom, pen).names.values()].map((placed) => placed?.side)
  // Below its summary, which is not shown, the first card has more room than the second one.
  expect(sidesAt(0.45)).toEqual(['inside', 'below', 'inside'])
  // Here branches have no names.
  expect(sidesAt(0.36)).toEqual(['inside', 'inside', 'inside'])
})

test('a title over an edge is known as such', () => {
  const at = (id: string, x: number) => makeNode({ id, type: 'api', name: id, position: { x, y: 0 } })
  const note = (id: string, x: number) =>
    makeNode({
      id,
      type: 'note',
      name: '',
      position: { x, y: 0 },
      size: { width: 300, height: 200 },
      config: { text: 'Title' },
    })
  const nodes = [at('a', 0), at('b', 1200), note('over', 500), note('aside', 2000)]
  const edge = makeEdge({ id: 'e', source: 'a', target: 'b' })
  const drawing = drawingOf(layOutSync({ nodes, edges: [edge], validation: [] }, 'given'))
  const { titles } = placeNames(drawing, everything, 0.45, pen)
  expect([...titles.values()].map((title) => title?.isOnTop)).toEqual([true, false])
})

test('names in a view are those that are whole in it', () => {
  const drawing = chain(['Start', 'Read', 'Write'], 300)
  const wide = { x: 100, y: 100, width: 700, height: 300 }
  for (const zoom of [0.2, 0.3, 0.45, 0.65])
    expect(namesInView(drawing, { ...wide, zoom }, pen)).toMatchObject({ names: 3 })
  // The last tile is in sight, and half of its name.
  const { x, y, width } = drawing.nodes[2]?.box ?? expect.fail()
  const cut = { x: 100, y: 100 - y, width: 100 + (x + width / 2) * 0.3, height: 300, zoom: 0.3 }
  expect(namesInView(drawing, cut, pen)).toMatchObject({ names: 2 })
  expect(namesInView(chain([], 1), { ...wide, zoom: 0.1 }, pen)).toMatchObject({ names: 0 })
  const crowd = Array.from({ length: 30 }, () => 'Internationalization')
  expect(namesInView(chain(crowd, 232), { ...wide, zoom: 0.05 }, pen).names).toBeLessThan(15)
})
