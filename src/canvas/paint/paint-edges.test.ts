import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge, Node } from '#contract/flow.ts'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { stepZoom, tileAt, tileBoxOf } from '#canvas/model/tile-box.ts'
import { expandBox, overlaps, type Box, type Point } from '#canvas/geometry/box-geometry.ts'
import { emphasisBits, noEmphasis, type Emphasis } from '#canvas/model/emphasis.ts'
import type { Pen, Stroke } from '#canvas/pen/pen.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { drawingOf, type Drawing } from './drawing.ts'
import { edgeTexts, paintEdgesIn } from './paint-edges.ts'

const step = (id: string, x: number, y: number, type = 'api', config: Node['config'] = {}) =>
  makeNode({ id, type, name: id, position: { x, y }, config })
const connect = (source: string, target: string, more: Partial<Edge> = {}) =>
  makeEdge({ id: `${source}>${target}`, source, target, ...more })
const drawn = (nodes: ReturnType<typeof makeNode>[], edges: Edge[]): Drawing =>
  drawingOf(layOutSync({ nodes, edges, validation: [], foreignKindOf: foreignKindsOf('n8n') }, 'given'))

const measure = (text: string, { size }: { size: number }) => (text.length * size) / 2

/** A pen that records lines, hairlines, polygons, boxes and texts in order. */
function recordingPen() {
  const lines: { points: readonly Point[]; stroke: Stroke }[] = []
  const [hairlines, polygons]: [(readonly Point[])[], (readonly Point[])[]] = [[], []]
  const [boxes, texts, textBoxes]: [Box[], string[], Box[]] = [[], [], []]
  const pen: Pen = {
    measure,
    box: (box) => boxes.push(box),
    lines: (points, stroke) => lines.push({ points, stroke }),
    hairlines: (all) => hairlines.push(...all),
    polygon: (points) => polygons.push(points),
    icon: () => {},
    text: ({ text, x, y, font }) => {
      texts.push(text)
      textBoxes.push({ x, y: y - font.size, width: measure(text, font), height: font.size * 1.2 })
    },
    pattern: () => {},
    dimOpacity: 0.5,
    layout: null,
    withAlpha: (_alpha, _ground, draw) => draw(),
    grey: (draw) => draw(),
  }
  return { pen, lines, hairlines, polygons, boxes, texts, textBoxes }
}

const brushAt = ({ spacing }: Drawing, zoom: number, pen: Pen) => ({
  pen,
  detail: detailOf(zoom),
  tile: tileAt(zoom, spacing),
  zoom,
  ratio: 1,
})

function paintedAt(drawing: Drawing, zoom: number, emphasis: Emphasis | null = null) {
  const record = recordingPen()
  const brush = brushAt(drawing, zoom, record.pen)
  paintEdgesIn(brush, drawing, expandBox(drawing.bounds, 200), emphasis)
  return { ...record, tile: brush.tile ?? 0 }
}

/** A condition with three branches; the middle one leads straight on. */
const cases = ['pdf', 'csv', 'txt'].map((label) => ({ id: label, label, expression: 'true' }))
const branching = drawn(
  [
    step('switch', 0, 300, 'condition', { cases }),
    ...['pdf', 'csv', 'txt'].map((id, index) => step(id, 600, index * 300)),
  ],
  ['pdf', 'csv', 'txt'].map((id) => connect('switch', id, { source_handle: id })),
)

test('at low zoom, edges run from the right side of a tile to the left side of a tile', () => {
  const drawing = drawn([step('a', 0, 0), step('b', 600, 300)], [connect('a', 'b')])
  const { lines, tile } = paintedAt(drawing, 0.25)
  const [from, to] = drawing.nodes.map(({ box }) => tileBoxOf(box, tile))
  if (from === undefined || to === undefined) expect.fail()
  expect(lines[0]?.points[0]).toEqual({ x: from.x + from.width + 4, y: 23 })
  expect(lines[0]?.points.at(-1)).toEqual({ x: to.x - 4, y: 323 })
  // Turns of 6 px on the screen.
  const turn = lines[0]?.points.slice(1, 3) ?? []
  expect(Math.abs((turn[1]?.x ?? 0) - (turn[0]?.x ?? 0))).toBe(24)
})

// Its last branch is "else".
test('at low zoom, branches leave a tile one below the other and run level to their first turn', () => {
  const { lines, tile } = paintedAt(branching, 0.25)
  const starts = lines.map(({ points }) => points[0]?.y ?? NaN)
  const middle = 300 + 23
  expect(starts.map((y) => Math.round(y - middle))).toEqual([-0.375, -0.125, 0.125].map((share) => share * tile))
  for (const { points } of lines) expect(points[1]?.y).toBe(points[0]?.y)
})

test('arrowheads keep their size on the screen: 3 px between tiles, 4 px at cards', () => {
  for (const [zoom, half] of [
    [0.25, 3],
    [0.5, 4],
    [1, 4],
  ] as const) {
    const [arrow] = paintedAt(branching, zoom).polygons
    expect(((arrow?.[2]?.y ?? 0) - (arrow?.[0]?.y ?? 0)) * zoom).toBeCloseTo(2 * half)
  }
})

test('an edge is at least a pixel wide at any zoom, and dashes keep their length on the screen', () => {
  const drawing = drawn(
    [step('a', 0, 0), step('b', 600, 0), step('model', 0, 300)],
    [connect('a', 'b'), connect('b', 'a'), connect('model', 'a', { source_handle: 'ai_model' })],
  )
  for (const zoom of [0.01, 0.05, 0.2, 0.4, 1]) {
    const { lines } = paintedAt(drawing, zoom)
    expect(lines.length).toBeGreaterThanOrEqual(3)
    for (const { stroke } of lines) expect(stroke.width * zoom).toBeGreaterThanOrEqual(1)
  }
  const dash = paintedAt(drawing, 0.2).lines.find(({ stroke }) => stroke.dash !== undefined)?.stroke.dash
  expect(dash).toEqual([25, 20])
})

const looping = (distance: number) =>
  drawn([step('each', 0, 0, 'loop'), step('b', distance, 0)], [connect('each', 'b'), connect('b', 'each')])

test('an edge back is painted first, with an arrowhead halfway that points back', () => {
  const { lines, polygons } = paintedAt(looping(1200), 0.25)
  expect(lines.map(({ stroke }) => stroke.dash !== undefined)).toEqual([true, false])
  expect(polygons).toHaveLength(3)
  const [foot, tip] = polygons[1] ?? []
  expect((tip?.x ?? 0) < (foot?.x ?? 0)).toBe(true)
  expect(Math.max(...(lines[0]?.points.map(({ y }) => y) ?? []))).toBe(tip?.y)
})

test('an edge back to a loop says "next item" if it is long enough, until cards are large', () => {
  expect(paintedAt(looping(1200), 0.25).texts).toEqual(['next item'])
  expect(paintedAt(looping(1200), 0.5).texts).toEqual(['next item'])
  expect(paintedAt(looping(1200), 0.7).texts).toEqual([])
  expect(paintedAt(looping(300), 0.2).texts).toEqual([])
  const other = drawn([step('a', 0, 0), step('b', 1200, 0)], [connect('a', 'b'), connect('b', 'a')])
  expect(paintedAt(other, 0.25).texts).toEqual([])
})

test('a part has a square at its upper side and no arrowhead; its line meets the lower side of its owner', () => {
  const drawing = drawn(
    [step('agent', 300, 0), step('model', 0, 300)],
    [connect('model', 'agent', { source_handle: 'ai_model' })],
  )
  const near = paintedAt(drawing, 0.5)
  expect(near.polygons).toEqual([])
  expect(near.boxes).toEqual([{ x: 104, y: 292, width: 8, height: 8 }])
  expect(near.lines[0]?.points.at(-1)).toEqual({ x: 408, y: 72 })
  const far = paintedAt(drawing, 0.25)
  const [owner, part] = drawing.nodes.map(({ box }) => tileBoxOf(box, far.tile))
  if (owner === undefined || part === undefined) expect.fail()
  expect(far.lines[0]?.points.at(-1)?.y).toBe(owner.y + owner.height + 4)
  expect(far.boxes[0]?.y).toBe(part.y - 4 - 16)
})

test('parts of several kinds have their own places at a card, and meet at the middle of a tile', () => {
  const drawing = drawn(
    [step('agent', 300, 0), step('model', 0, 300), step('tool', 354, 300)],
    [connect('model', 'agent', { source_handle: 'ai_model' }), connect('tool', 'agent', { source_handle: 'ai_tool' })],
  )
  const ends = (zoom: number) => paintedAt(drawing, zoom).lines.map(({ points }) => points.at(-1)?.x)
  expect(ends(0.5)).toEqual([354, 462])
  expect(ends(0.25)).toEqual([408, 408])
})

/** Two edges that cross: one leads down, the other level; and one of them with a node of the other. */
const crossing = (target: string) =>
  drawn(
    [step('a', 0, 0), step('b', 600, 600), step('c', -600, 300), step('d', 1200, 300)],
    [connect('a', 'b'), connect('c', target)],
  )

test('where edges without a common node cross, the one painted first has a gap of 8 px on the screen', () => {
  const { lines } = paintedAt(crossing('d'), 0.5)
  expect(lines).toHaveLength(3)
  const [before, after] = [lines[0]?.points.at(-1), lines[1]?.points[0]]
  expect(after?.x).toBe(before?.x)
  expect([before?.y, after?.y]).toEqual([323 - 8, 323 + 8])
  expect(paintedAt(crossing('b'), 0.5).lines).toHaveLength(2)
})

test('an emphasized edge has no gaps', () => {
  const emphasis = noEmphasis(4, 2)
  emphasis.edges[0] = emphasisBits.chosen
  expect(paintedAt(crossing('d'), 0.5, emphasis).lines).toHaveLength(2)
})

/** The middles of the gaps in recorded lines: two pieces of one stretch, 8 px on the screen apart. */
function gapsIn(lines: readonly { points: readonly Point[] }[], zoom: number): Point[] {
  return lines.flatMap(({ points }, index) => {
    const [before, after] = [lines[index - 1]?.points.at(-1), points[0]]
    if (before === undefined || after === undefined) return []
    const [x, y] = [Math.abs(after.x - before.x), Math.abs(after.y - before.y)]
    const isGap = Math.min(x, y) < 0.01 && Math.abs(Math.max(x, y) - 8 / zoom) < 0.01
    return isGap ? { x: (before.x + after.x) / 2, y: (before.y + after.y) / 2 } : []
  })
}

/** Whether a painted line runs through a point. */
const isOnLine = ({ x, y }: Point, lines: readonly { points: readonly Point[] }[]): boolean =>
  lines.some(({ points }) =>
    points.some((a, index) => {
      const b = points[index + 1] ?? a
      return (
        Math.min(a.x, b.x) - 0.5 <= x &&
        x <= Math.max(a.x, b.x) + 0.5 &&
        Math.min(a.y, b.y) - 0.5 <= y &&
        y <= Math.max(a.y, b.y) + 0.5
      )
    }),
  )

test('at any zoom, a line is painted through each gap', () => {
  const at = fc.integer({ min: 0, max: 9 })
  const sources = fc.array(fc.tuple(at, at, fc.constantFrom('api', 'condition')), { minLength: 4, maxLength: 12 })
  const ends = fc.array(fc.tuple(fc.nat(11), fc.nat(11), fc.constantFrom(null, 'ai_model')), { maxLength: 20 })
  let gaps = 0
  fc.assert(
    fc.property(sources, ends, fc.constantFrom(0.15, 0.2, 0.3, 0.45), (places, pairs, zoom) => {
      const drawing = drawn(
        places.map(([x, y, type], index) => step(`${index}`, x * 290, y * 130, type)),
        pairs
          .filter(([source, target]) => source < places.length && target < places.length && source !== target)
          .map(([source, target, handle], index) => ({
            ...connect(`${source}`, `${target}`, { source_handle: handle }),
            id: `${index}`,
          })),
      )
      const { lines } = paintedAt(drawing, zoom)
      for (const gap of gapsIn(lines, zoom)) {
        gaps += 1
        expect(isOnLine(gap, lines)).toBe(true)
      }
    }),
    { numRuns: 300, seed: 1 },
  )
  expect(gaps).toBeGreaterThan(50)
})

test('branches are named at low zoom where their line has room, and a chosen one always', () => {
  const long = [...cases.slice(0, 1), { id: 'csv', label: 'separated values', expression: 'true' }]
  const drawing = drawn(
    [step('switch', 0, 0, 'condition', { cases: long }), step('near', 400, 300), step('far', 1800, 600)],
    [connect('switch', 'near', { source_handle: 'csv' }), connect('switch', 'far', { source_handle: 'pdf' })],
  )
  expect(paintedAt(drawing, 0.25).texts).toEqual(['pdf'])
  expect(paintedAt(drawing, 0.5).texts).toEqual([])
  const emphasis = noEmphasis(3, 2)
  emphasis.edges[0] = emphasisBits.chosen
  expect(paintedAt(drawing, 0.25, emphasis).texts).toEqual(['pdf', 'separated values'])
  expect(paintedAt(drawing, 0.5, emphasis).texts).toEqual(['separated values'])
  expect(paintedAt(drawing, 0.01, emphasis).texts).toEqual(['separated values'])
})

test('texts at edges are above their lines, beside tiles, and do not overlap', () => {
  const { pen } = recordingPen()
  const brush = brushAt(branching, 0.25, pen)
  const texts = edgeTexts(brush, branching)
  // The others have room at their first stretch only, below another line.
  expect(texts.map(({ text }) => text)).toEqual(['pdf'])
  const tiles = branching.nodes.map(({ box }) => tileBoxOf(box, brush.tile ?? 0))
  for (const [index, { box }] of texts.entries()) {
    expect(box.width * 0.25).toBe(15)
    for (const other of [...tiles, ...texts.slice(index + 1).map((text) => text.box)])
      expect(overlaps(box, other)).toBe(false)
  }
})

/** Two steps above each other whose only branches lead to the same place. */
const meeting = drawn(
  [
    ...['one', 'other'].map((id, index) =>
      step(id, 0, index * 600, 'condition', { cases: [{ id: 'a', label: `${id} branch`, expression: 'true' }] }),
    ),
    step('end', 1500, 300),
  ],
  ['one', 'other'].map((id) => connect(id, 'end', { source_handle: 'a' })),
)

test('names of branches of different steps do not overlap, nor do those of chosen edges', () => {
  const nobody = noEmphasis(3, 2)
  const both = noEmphasis(3, 2)
  both.edges.fill(emphasisBits.chosen)
  const first = noEmphasis(3, 2)
  first.edges[0] = emphasisBits.chosen
  for (const [zoom, emphasis] of [
    [0.25, nobody],
    [0.25, both],
    [0.5, both],
    [0.05, both],
    [0.25, first],
  ] as const) {
    const { textBoxes } = paintedAt(meeting, zoom, emphasis)
    expect(textBoxes, `at ${zoom}`).toHaveLength(2)
    for (const [index, box] of textBoxes.entries())
      for (const other of textBoxes.slice(index + 1)) expect(overlaps(box, other)).toBe(false)
  }
})

test('texts are placed once per zoom', () => {
  const { pen } = recordingPen()
  let measured = 0
  const counting = {
    ...pen,
    measure: (...one: Parameters<Pen['measure']>) => {
      measured += 1
      return pen.measure(...one)
    },
  }
  const drawing = { ...branching }
  const texts = edgeTexts(brushAt(drawing, 0.25, counting), drawing)
  const first = measured
  expect(first).toBeGreaterThan(0)
  expect(edgeTexts(brushAt(drawing, 0.25, counting), drawing)).toEqual(texts)
  expect(measured).toBe(first)
  edgeTexts(brushAt(drawing, 0.2, counting), drawing)
  expect(measured).toBe(2 * first)
})

test('no text at an edge appears, vanishes or changes its spot within a step of the zoom', () => {
  const { pen } = recordingPen()
  for (let distance = 300; distance < 640; distance += 10) {
    const drawing = drawn(
      [step('switch', 0, 0, 'condition', { cases }), step('csv', distance, 300)],
      [connect('switch', 'csv', { source_handle: 'csv' })],
    )
    const side = 22
    const counts = [1, 1.03, 1.06, 1.085].map((factor) => {
      const zoom = stepZoom(0.2) * factor
      return edgeTexts({ pen, zoom, tile: side / zoom, detail: 'far' }, drawing).length
    })
    expect(new Set(counts).size, `${distance}`).toBe(1)
  }
})

test('in a large flow no branch is named over a tile', () => {
  const { pen } = recordingPen()
  const switches = Array.from({ length: 1_200 }, (_, index) => index)
  const at = (index: number) => ({ x: (index % 30) * 1_500, y: Math.floor(index / 30) * 400 })
  const nodes = switches.flatMap((index) => {
    const { x, y } = at(index)
    // Every other branch has a tile where its name would be, at its first stretch.
    return [
      step(`s${index}`, x, y, 'condition', { cases }),
      step(`m${index}`, x + (index % 2 === 0 ? 160 : 500), y - 90),
      step(`t${index}`, x + 900, y + 150),
    ]
  })
  const drawing = drawn(
    nodes,
    switches.map((index) => connect(`s${index}`, `t${index}`, { source_handle: 'csv' })),
  )
  const brush = brushAt(drawing, stepZoom(0.2), pen)
  const tiles = drawing.nodes.map(({ box }) => tileBoxOf(box, brush.tile ?? 0))
  const texts = edgeTexts(brush, drawing)
  expect(texts.length).toBeGreaterThan(0)
  for (const { box, edge } of texts)
    expect(tiles.slice(3 * edge, 3 * edge + 3).some((tile) => overlaps(tile, box))).toBe(false)
})

test('among marks, every edge is a line, and many are hairlines', () => {
  const pairs = Array.from({ length: 450 }, (_, index) => index)
  const nodes = pairs.flatMap((index) => [step(`a${index}`, 0, index * 150), step(`b${index}`, 300, index * 150)])
  const drawing = drawn(
    nodes,
    pairs.map((index) => connect(`a${index}`, `b${index}`)),
  )
  const { hairlines, lines, polygons } = paintedAt(drawing, 0.05)
  expect([hairlines.length, lines.length, polygons.length]).toEqual([450, 0, 0])
  expect(paintedAt(branching, 0.02).lines).toHaveLength(3)
})
