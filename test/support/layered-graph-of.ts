/** Graphs for tests of the layered layout. */
import type { LayeredGraph } from '#flow/layered/layered-graph.ts'

export type Pairs = readonly (readonly [number, number])[]

interface GraphOptions {
  parents?: readonly number[]
  sizes?: readonly (readonly [number, number])[]
  ports?: readonly number[]
  describes?: readonly number[]
  attachedTo?: readonly number[]
}

/** A graph whose nodes have the size of cards unless sizes are given; edges are pairs of indexes. */
export const layeredGraphOf = (
  count: number,
  pairs: Pairs,
  { parents, sizes, ports, describes, attachedTo }: GraphOptions = {},
): LayeredGraph => ({
  width: Float64Array.from({ length: count }, (_, node) => sizes?.[node]?.[0] ?? 216),
  height: Float64Array.from({ length: count }, (_, node) => sizes?.[node]?.[1] ?? 70),
  parent: Int32Array.from({ length: count }, (_, node) => parents?.[node] ?? -1),
  source: Uint32Array.from(pairs, ([source]) => source),
  target: Uint32Array.from(pairs, ([, target]) => target),
  ...(ports ? { sourcePort: Float64Array.from(ports), targetPort: new Float64Array(ports.length).fill(23) } : {}),
  ...(attachedTo ? { attachedTo: Int32Array.from(attachedTo) } : {}),
  ...(describes ? { describes: Int32Array.from(describes) } : {}),
})
