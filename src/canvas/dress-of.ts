/** What the painter lets stand out: the chosen node, a path, a run that is laid over. Pure. */
import type { CanvasGraph, CanvasNode } from './canvas-graph.ts'
import type { Marked } from './flow-elements.ts'
import { bare, tones, wear, type Dress, type DressTone } from './paint/dress.ts'
import { edgeOf, type LaidRun } from './run-strip.ts'

/** The chosen node's neighbours, as a path of one step. */
export function neighboursOf({ edges }: CanvasGraph, chosen: string | null): Marked {
  const marked = { nodes: new Set<string>(), edges: new Set<string>() }
  if (chosen === null) return marked
  for (const { key, edge } of edges) {
    if (edge.source !== chosen && edge.target !== chosen) continue
    marked.nodes.add(edge.source).add(edge.target)
    marked.edges.add(key)
  }
  return marked
}

interface StandsOut {
  chosen: string | null
  marked: Marked
  laid: LaidRun | null
  found: ReadonlySet<string> | null
}

/** How a node went in the run; "none" where none is laid over it. */
function toneAt({ kind, index }: CanvasNode, laid: LaidRun | null): DressTone {
  if (laid === null || kind === 'group' || kind === 'note') return 'none'
  const run = laid.overlay.nodes[index] ?? null
  return run === null ? 'unreached' : edgeOf(run.status)
}

export function dressOf({ nodes, edges }: CanvasGraph, { chosen, marked, laid, found }: StandsOut): Dress {
  const dress = bare(nodes.length, edges.length)
  const others = laid !== null || found !== null ? wear.dim : 0
  for (const [place, { key, index }] of edges.entries()) {
    const standsOut = marked.edges.has(key) || laid?.overlay.taken[index] === 1
    dress.edges[place] = standsOut ? wear.chosen : others
  }
  for (const [place, card] of nodes.entries()) {
    const { id } = card.node
    if (id === chosen) dress.nodes[place] = wear.chosen
    else if (marked.nodes.has(id)) dress.nodes[place] = wear.near
    else if (found !== null && !found.has(id)) dress.nodes[place] = wear.dim
    dress.tones[place] = tones.indexOf(toneAt(card, laid))
  }
  return dress
}
