/** First views of real flows, if there are any (as in canvas-corpus.test.ts), and of one with 10,000 steps. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { hasPositions } from '#canvas/model/placement.ts'
import { layOutSync } from '#test/support/lay-out-sync.ts'
import { canvasView } from './canvas-view.ts'

/** About the widths of the canvas's font. */
const pen = { measure: (text: string, { size }: { size: number }) => text.length * size * 0.54 }
/** The canvas in windows of 1440 × 900 and 390 × 844. */
const [desktop, phone] = [
  { width: 1148, height: 807 },
  { width: 390, height: 695 },
]

const corpus = process.env['FLOW_CORPUS'] ?? '../shared/templates'
const files = (existsSync(corpus) ? readdirSync(corpus, { withFileTypes: true }) : [])
  .filter((entry) => entry.isDirectory() && entry.name !== 'bad')
  .flatMap(({ name }) => readdirSync(join(corpus, name)).map((file) => join(name, file)))

function graphsOf(file: string): CanvasGraph[] {
  const read = readFlowFile({ name: file, bytes: readFileSync(join(corpus, file)) })
  if (!read.ok) expect.fail(read.message)
  return read.flows.map((flow) => layOutSync({ ...flow, validation: [] }, hasPositions(flow.nodes) ? 'given' : 'auto'))
}

/** What is shown of a flow: part, zoom in percent, and steps with a readable name. */
function shownOf(graph: CanvasGraph, size: typeof phone) {
  const { part, zoom, figures } = canvasView(graph, { ...size, chosen: null }, pen)
  return { part, zoom: Math.round(100 * zoom), names: figures.names, steps: figures.steps }
}

const hasFiles = files.length > 0

test.runIf(hasFiles)('the window decides whether the start or the whole flow says more', () => {
  const at = (file: string, size: typeof phone, index = 0) => shownOf(graphsOf(file)[index] ?? expect.fail(), size)
  expect(at('n8n/logo-sheet-extract.json', desktop)).toMatchObject({ part: 'start', zoom: 15, steps: 33 })
  expect(at('dify/eks_upgrade_planning.yml', desktop)).toMatchObject({ part: 'whole', steps: 38 })
  expect(at('dify/eks_upgrade_planning.yml', phone)).toMatchObject({ part: 'start', zoom: 45 })
  expect(at('node-red/simple-modbus-demo.json', phone, 1)).toMatchObject({ part: 'start', zoom: 45 })
})

/** Steps of all flows, and of those the ones with a readable name. */
const totals = { steps: 0, names: 0 }

test.runIf(hasFiles).each(files)('%s: the first view has names', (file) => {
  for (const graph of graphsOf(file)) {
    const [wide, narrow] = [shownOf(graph, desktop), shownOf(graph, phone)]
    expect(wide.names).toBeGreaterThanOrEqual((wide.steps <= 60 ? 0.65 : 0.4) * wide.steps)
    if (narrow.steps > 0) expect(narrow.zoom).toBeGreaterThanOrEqual(narrow.part === 'whole' ? 25 : 45)
    expect(narrow.names).toBeGreaterThanOrEqual(Math.min(1, narrow.steps))
    totals.steps += wide.steps
    totals.names += wide.names
  }
})

test.runIf(hasFiles)('nearly all names are readable at once', () => {
  expect(totals.names / totals.steps).toBeGreaterThan(0.9)
})

test('a flow of 10,000 steps opens at a readable start', () => {
  const nodes = Array.from({ length: 10_000 }, (_, index) =>
    makeNode({
      id: `n${index}`,
      type: index === 0 ? 'trigger' : 'api',
      name: `Step number ${index}`,
      position: { x: 300 * (index % 100), y: 150 * Math.floor(index / 100) },
    }),
  )
  const graph = layOutSync({ nodes, edges: [], validation: [] }, 'given')
  for (const [size, least] of [
    [desktop, 40],
    [phone, 10],
  ] as const) {
    const { part, zoom, names } = shownOf(graph, size)
    expect([part, zoom]).toEqual(['start', 45])
    expect(names).toBeGreaterThan(least)
  }
})
