/** Hovered and pressed edges agree with painted ones. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foreignKindsOf } from '#flow/visual-kind/foreign-kinds.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'
import { expandBox, type Point } from '#canvas/geometry/box-geometry.ts'
import { cutCorners } from '#canvas/geometry/cut-corners.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { tileTurn } from '#canvas/geometry/tile-edge.ts'
import { tileAt } from '#canvas/model/tile-box.ts'
import { hitEdge } from '#canvas/scene/edge-lines.ts'
import { hoverShapeOf } from '#canvas/scene/hover-shape.ts'
import { sceneOf } from '#canvas/scene/scene-of.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { drawingOf } from './drawing.ts'
import { edgeFormOf } from './edge-form.ts'

const step = (id: string, x: number, y: number, type = 'api', config = {}) =>
  makeNode({ id, type, name: id, position: { x, y }, config })
const connect = (source: string, target: string, handle: string | null = null) =>
  makeEdge({ id: `${source}>${target}`, source, target, source_handle: handle })

const cases = ['pdf', 'csv', 'txt'].map((label) => ({ id: label, label, expression: 'true' }))
/** Branches, parts, edges back and a loop of one step. */
const graph = layOutSync(
  {
    nodes: [
      step('switch', 0, 300, 'condition', { cases }),
      ...['pdf', 'csv', 'txt'].map((id, index) => step(id, 600, index * 300)),
      step('model', 300, 900),
      step('memory', 900, 1200),
      step('last', 1200, 0),
    ],
    edges: [
      ...['pdf', 'csv', 'txt'].map((id) => connect('switch', id, id)),
      ...['model', 'memory'].map((id) => connect(id, 'txt', 'ai_model')),
      ...['pdf', 'csv', 'switch'].map((id) => connect('last', id)),
      connect('pdf', 'last'),
      connect('last', 'last'),
    ],
    validation: [],
    foreignKindOf: foreignKindsOf('n8n'),
  },
  'given',
)
const [drawing, scene] = [drawingOf(graph), sceneOf(graph)]

/** The lines of all edges as they are painted at a zoom. */
function paintedLines(zoom: number): (readonly Point[])[] {
  const tile = tileAt(zoom, drawing.spacing)
  expect(tile === null).toBe(zoom === 0.5)
  const form = edgeFormOf(drawing, { zoom, tile, detail: detailOf(zoom) })
  return drawing.edges.map(({ course }, index) =>
    tile === null ? course.points : cutCorners(form.cornersOf(index), tileTurn / zoom),
  )
}

/** Distance from a point to a line. */
function distanceToLine({ x, y }: Point, points: readonly Point[]): number {
  let least = Infinity
  for (const [index, b] of points.entries()) {
    const a = points[index - 1] ?? b
    const [dx, dy] = [b.x - a.x, b.y - a.y]
    const part = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)))
    least = Math.min(least, Math.hypot(a.x + part * dx - x, a.y + part * dy - y))
  }
  return least
}

test('a hovered edge is drawn over its painted line', () => {
  for (const zoom of [0.15, 0.25, 0.5])
    for (const [index, painted] of paintedLines(zoom).entries()) {
      const path = hoverShapeOf(scene, { node: -1, edge: index }, zoom, new Map())?.path ?? ''
      const numbers = path.slice(1).split(' ').map(Number)
      expect(numbers).toHaveLength(2 * painted.length)
      for (const [at, { x, y }] of painted.entries()) {
        expect(Math.abs(x - (numbers[2 * at] ?? NaN)), `edge ${index} at ${zoom}`).toBeLessThan(0.2)
        expect(Math.abs(y - (numbers[2 * at + 1] ?? NaN)), `edge ${index} at ${zoom}`).toBeLessThan(0.2)
      }
    }
})

test('the edge at a point is the one whose painted line is nearest', () => {
  const zoomed = [0.15, 0.25, 0.3, 0.5].map((zoom) => ({ zoom, lines: paintedLines(zoom) }))
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      fc.constantFrom(...zoomed),
      fc.record({ edge: fc.nat(drawing.edges.length - 1), stretch: fc.nat(9), along: share }),
      fc.record({ x: fc.integer({ min: -9, max: 9 }), y: fc.integer({ min: -9, max: 9 }) }),
      ({ zoom, lines }, { edge, stretch, along }, aside) => {
        // A point beside one of the lines.
        const line = lines[edge] ?? []
        const [a, b] = line.slice(stretch % (line.length - 1))
        if (a === undefined || b === undefined) return
        const at = { x: a.x + (b.x - a.x) * along + aside.x / zoom, y: a.y + (b.y - a.y) * along + aside.y / zoom }
        const tolerance = 6 / zoom
        const distances = lines.map((points) => distanceToLine(at, points))
        const nearest = Math.min(...distances)
        const found = hitEdge(scene, at, tolerance, zoom)
        if (found === -1) expect(nearest).toBeGreaterThan(tolerance - 0.2)
        else expect(distances[found] ?? Infinity).toBeLessThan(Math.min(nearest, tolerance) + 0.2)
      },
    ),
    { numRuns: 1_000 },
  )
  const { x, y } = expandBox(drawing.bounds, 1_000)
  expect(hitEdge(scene, { x, y }, 20, 0.25)).toBe(-1)
})
