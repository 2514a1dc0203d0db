/** Emphasis of a drawing: the chosen node, a path, search hits, a run overlay. Pure. */
import type { NodeRun } from '#flow/graph/run-overlay.ts'
import type { ChangeMarks } from '#canvas/model/diff-marks.ts'
import { noEmphasis, differenceKinds, emphasisTones, emphasisBits, type Emphasis } from '#canvas/model/emphasis.ts'
import { edgeOf, runStrip, type CanvasRunOverlay, type RunStrip } from '#canvas/model/run-strip.ts'
import { nodeCountOf, edgesAt, isStepAt, type SceneData } from './scene.ts'

/** A highlighted path: indexes of nodes, and of edges in the flow's list. */
export interface MarkedPath {
  nodes: ReadonlySet<number>
  edges: ReadonlySet<number>
  /** The nodes were selected one by one or with a box: each has its ring. */
  isSelection?: boolean
}

/** The chosen node's neighbours, as a path of one step. */
export function neighboursOf({ leaving, arriving, from, to, edgeIndex }: SceneData, chosen: number): MarkedPath {
  const marked = { nodes: new Set<number>(), edges: new Set<number>() }
  if (chosen === -1) return marked
  for (const edge of [...edgesAt(leaving, chosen), ...edgesAt(arriving, chosen)]) {
    marked.nodes.add(from[edge] ?? -1).add(to[edge] ?? -1)
    marked.edges.add(edgeIndex[edge] ?? -1)
  }
  return marked
}

/** All sources of emphasis. */
export interface EmphasisSources {
  /** The index of the chosen node; -1 = none. */
  chosen: number
  marked: MarkedPath
  laid: CanvasRunOverlay | null
  /** Indexes of the search hits; null = no search. */
  found: ReadonlySet<number> | null
  /** Null without a difference. */
  changes: ChangeMarks | null
}

/** The result of a node in the run; null = not reached. */
const runAt = ({ overlay }: CanvasRunOverlay, place: number): NodeRun | null => overlay.nodes[place] ?? null

function layRun(scene: SceneData, laid: CanvasRunOverlay, dress: Emphasis): void {
  const strips = new Map<number, RunStrip | null>()
  for (let place = 0; place < nodeCountOf(scene); place += 1) {
    if (!isStepAt(scene, place)) continue
    const run = runAt(laid, place)
    strips.set(place, run && runStrip(run, laid.currency))
    dress.tones[place] = emphasisTones.indexOf(run === null ? 'unreached' : edgeOf(run.status))
  }
  dress.strips = strips
}

function layChanges(
  { edgeIndex }: SceneData,
  { nodes, edges, moves, isSamePlain }: ChangeMarks,
  dress: Emphasis,
): void {
  const other = isSamePlain === true ? 'none' : 'same'
  for (const place of dress.changes.keys()) dress.changes[place] = differenceKinds.indexOf(nodes.get(place) ?? other)
  for (const [edge, index] of edgeIndex.entries())
    dress.edgeChanges[edge] = differenceKinds.indexOf(edges.get(index) ?? other)
  dress.moves = moves
}

export function emphasisOf(scene: SceneData, { chosen, marked, laid, found, changes }: EmphasisSources): Emphasis {
  const { edgeIndex } = scene
  const count = nodeCountOf(scene)
  const dress = noEmphasis(count, edgeIndex.length)
  for (const [edge, index] of edgeIndex.entries()) {
    const run = laid === null ? 0 : laid.overlay.taken[index] === 1 ? emphasisBits.taken : emphasisBits.untaken
    dress.edges[edge] = run | (marked.edges.has(index) ? emphasisBits.chosen : found === null ? 0 : emphasisBits.dim)
  }
  const joined = marked.isSelection === true ? emphasisBits.selected : emphasisBits.near
  for (let place = 0; place < count; place += 1) {
    const look = place === chosen ? emphasisBits.chosen : marked.nodes.has(place) ? joined : 0
    const search = found === null ? 0 : found.has(place) ? emphasisBits.found : look === 0 ? emphasisBits.dim : 0
    dress.nodes[place] = look | search
  }
  if (laid !== null) layRun(scene, laid, dress)
  if (changes !== null) layChanges(scene, changes, dress)
  return dress
}
