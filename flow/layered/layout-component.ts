/** Lays out one connected component: layers, order within layers, coordinates across and along. */
import { acyclicEdgesOf } from './acyclic-edges.ts'
import { layerGraph, packLayers } from './layer-graph.ts'
import { longestPaths, tightenLayers } from './layers.ts'
import { shortenLayers } from './network-simplex.ts'
import { orderLayers } from './order.ts'
import { type Effort, layerGap, type Component, type ComponentPositions } from './component.ts'
import { rowCoordinates } from './coordinate-assignment.ts'
import { untangle } from './untangle.ts'

/** Maximum number of rounds of the network simplex; a round takes as long as a pass over all edges. */
const exactRounds = { fast: 0, fine: 800, tidy: 20_000 }

/** Coordinate along of each node: a layer is as wide as its widest node, with a gap to the next layer. */
function columns(layer: Int32Array, layers: number, along: Float64Array): Float64Array {
  const widest = new Float64Array(layers)
  for (let node = 0; node < layer.length; node += 1) {
    const own = layer[node] ?? 0
    widest[own] = Math.max(widest[own] ?? 0, along[node] ?? 0)
  }
  let at = 0
  const starts = widest.map((width) => {
    const start = at
    at += width + layerGap
    return start
  })
  return Float64Array.from(layer, (own) => starts[own] ?? 0)
}

/** `stop` receives the progress, from 0 to 1; once it returns true, the layout ends with an incomplete result. */
export function layoutComponent(
  component: Component,
  effort: Effort,
  stop: (share: number) => boolean,
): ComponentPositions {
  const arrows = acyclicEdgesOf(component)
  const layer = longestPaths(arrows)
  tightenLayers(arrows, layer)
  if (effort !== 'fast') shortenLayers(arrows, layer, exactRounds[effort])
  const layers = packLayers(layer)
  const graph = layerGraph(arrows, layer, layers)
  orderLayers(graph, effort, stop)
  const across = rowCoordinates(graph, component.across, effort).slice(0, layer.length)
  const positions = { along: columns(layer, layers, component.along), across }
  untangle(component, positions, layer, effort, () => stop(1))
  return positions
}
