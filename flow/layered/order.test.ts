import { expect, test, vi } from 'vitest'
import { acyclicEdgesOf } from './acyclic-edges.ts'
import { layerGraph, packLayers } from './layer-graph.ts'
import { longestPaths } from './layers.ts'
import { orderLayers } from './order.ts'

/** Layers of 8 nodes with edges between all of them: no order is without crossings. */
function denseGraph() {
  const [layers, rows] = [3, 8]
  const size = new Float64Array(layers * rows).fill(50)
  const pairs = Array.from({ length: (layers - 1) * rows * rows }, (_, at) => {
    const from = Math.floor(at / rows)
    return [from, (Math.floor(from / rows) + 1) * rows + (at % rows)] as const
  })
  const zeros = new Float64Array(pairs.length)
  const arrows = acyclicEdgesOf({
    along: size,
    across: size,
    from: Int32Array.from(pairs, ([from]) => from),
    to: Int32Array.from(pairs, ([, to]) => to),
    weight: zeros.map(() => 1),
    fromPort: zeros,
    toPort: zeros,
  })
  const layer = longestPaths(arrows)
  return layerGraph(arrows, layer, packLayers(layer))
}

test('a stop ends all attempts, not only the current one', () => {
  const stop = vi.fn<(share: number) => boolean>(() => true)
  orderLayers(denseGraph(), 'tidy', stop)
  expect(stop).toHaveBeenCalledTimes(1)
})
