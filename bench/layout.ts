/**
 * Layered layout against elkjs and dagre: time and crossings of straight lines. `--full`: dagre at 10,000 nodes too.
 */
import dagre from '@dagrejs/dagre'
import Elk from 'elkjs/lib/elk.bundled.js'
import type { LayeredGraph } from '#flow/layered/layered-graph.ts'
import { layeredLayout } from '#flow/layered/layered-layout.ts'
import { generatedFlow } from './generated-flow.ts'
import { bench, sized } from './harness.ts'
import { crossingsOf } from './line-crossings.ts'
import { median } from './statistics.ts'

/** Top-left corners of all nodes. */
interface NodePositions {
  x: Float64Array
  y: Float64Array
}

const card = { width: 216, height: 70 }
/** Space between layers and between nodes, the same for all layouts. */
const gaps = { layer: 96, row: 40 }
const rounds = sized(3, 1)
/** Nodes of the flows for all layouts, and of the flow for only our own layout. */
const sizes = sized([100, 1000, 10_000], [20, 50])
const largest = sized(50_000, 500)

function graphOf(count: number, groups: boolean): LayeredGraph {
  const { nodes, edges } = generatedFlow(count, { groups })
  const place = new Map(nodes.map((node, index) => [node.id, index]))
  const at = (id: string | null) => (id === null ? -1 : (place.get(id) ?? -1))
  return {
    width: new Float64Array(nodes.length).fill(card.width),
    height: new Float64Array(nodes.length).fill(card.height),
    parent: Int32Array.from(nodes, (node) => at(node.parent)),
    source: Uint32Array.from(edges, (edge) => at(edge.source)),
    target: Uint32Array.from(edges, (edge) => at(edge.target)),
  }
}

const pairs = ({ source, target }: LayeredGraph): [number, number][] =>
  Array.from(source, (from, edge) => [from, target[edge] ?? 0])

async function elk(graph: LayeredGraph): Promise<NodePositions> {
  const result = await new Elk().layout({
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.spacing.nodeNode': String(gaps.row),
      'elk.layered.spacing.nodeNodeBetweenLayers': String(gaps.layer),
    },
    children: Array.from(graph.width, (_, node) => ({ id: `${node}`, ...card })),
    edges: pairs(graph).map(([from, to], edge) => ({ id: `e${edge}`, sources: [`${from}`], targets: [`${to}`] })),
  })
  const children = result.children ?? []
  return { x: Float64Array.from(children, ({ x }) => x ?? 0), y: Float64Array.from(children, ({ y }) => y ?? 0) }
}

function dagreLayout(graph: LayeredGraph): NodePositions {
  const drawing = new dagre.graphlib.Graph({ multigraph: true })
  drawing.setGraph({ rankdir: 'LR', nodesep: gaps.row, ranksep: gaps.layer })
  drawing.setDefaultEdgeLabel(() => ({}))
  for (const node of graph.width.keys()) drawing.setNode(`${node}`, { ...card })
  for (const [edge, [from, to]] of pairs(graph).entries()) drawing.setEdge(`${from}`, `${to}`, {}, `e${edge}`)
  dagre.layout(drawing)
  const at = (side: 'x' | 'y', half: number) =>
    Float64Array.from(graph.width, (_, node) => drawing.node(`${node}`)[side] - half)
  return { x: at('x', card.width / 2), y: at('y', card.height / 2) }
}

function ownLayout(graph: LayeredGraph, tidy = false): NodePositions {
  const positionsByLayout = layeredLayout(graph, { tidy })
  if (positionsByLayout === null) throw new Error('The layout was cancelled.')
  return positionsByLayout
}

/** Runs the layouts in turn, so that other load affects all; returns the median time and the crossings of each. */
async function compare(
  graph: LayeredGraph,
  layouts: Record<string, () => NodePositions | Promise<NodePositions>>,
  times: number,
) {
  const measurements = new Map<string, number[]>()
  const positionsByLayout = new Map<string, NodePositions>()
  for (let round = 0; round < times; round += 1) {
    for (const [name, way] of Object.entries(layouts)) {
      const began = performance.now()
      positionsByLayout.set(name, await way())
      measurements.set(name, [...(measurements.get(name) ?? []), performance.now() - began])
    }
  }
  return new Map(
    [...positionsByLayout].map(([name, { x, y }]) => {
      const crossings = crossingsOf({ x, y, ...graph }, card)
      return [name, { ms: median(measurements.get(name) ?? []), crossings }] as const
    }),
  )
}

await bench('layout', async (report) => {
  const full = process.argv.includes('--full')
  let elkAtThousand = 0
  ownLayout(graphOf(sized(1000, 50), true))
  for (const count of sizes) {
    const graph = graphOf(count, false)
    const layouts = {
      own: () => ownLayout(graph),
      ...(count <= 1000 ? { tidy: () => ownLayout(graph, true) } : {}),
      elk: () => elk(graph),
      ...(count <= 1000 || full ? { dagre: () => dagreLayout(graph) } : {}),
    }
    const results = await compare(graph, layouts, count <= 1000 ? rounds : 1)
    const elkResult = results.get('elk') ?? { ms: 0, crossings: 0 }
    if (count === 1000) elkAtThousand = elkResult.ms
    for (const [name, { ms, crossings }] of results) {
      const isOwn = name === 'own' || name === 'tidy'
      report(`${name}, ${count} nodes`, ms, 'ms', name === 'own' ? { atMost: elkResult.ms } : {})
      const judged = isOwn && count === 1000 ? { atMost: elkResult.crossings } : {}
      report(`${name}, ${count} nodes, crossings`, crossings, '', judged)
    }
  }
  const large = graphOf(largest, true)
  const began = performance.now()
  ownLayout(large)
  report(`own, ${largest} nodes in groups`, performance.now() - began, 'ms', {
    atMost: elkAtThousand,
  })
})
