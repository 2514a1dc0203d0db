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
export function neighboursOf({ outgoing, incoming, from, to, edgeIndex }: SceneData, chosen: number): MarkedPath {
  const marked = { nodes: new Set<number>(), edges: new Set<number>() }
  if (chosen === -1) return marked
  for (const edge of [...edgesAt(outgoing, chosen), ...edgesAt(incoming, chosen)]) {
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
  runOverlay: CanvasRunOverlay | null
  /** Indexes of the search hits; null = no search. */
  found: ReadonlySet<number> | null
  /** Null without a difference. */
  changes: ChangeMarks | null
}

/** The result of a node in the run; null = not reached. */
const runAt = ({ overlay }: CanvasRunOverlay, nodeIndex: number): NodeRun | null => overlay.nodes[nodeIndex] ?? null

function applyRun(scene: SceneData, runOverlay: CanvasRunOverlay, emphasis: Emphasis): void {
  const strips = new Map<number, RunStrip | null>()
  for (let nodeIndex = 0; nodeIndex < nodeCountOf(scene); nodeIndex += 1) {
    if (!isStepAt(scene, nodeIndex)) continue
    const run = runAt(runOverlay, nodeIndex)
    strips.set(nodeIndex, run && runStrip(run, runOverlay.currency))
    emphasis.tones[nodeIndex] = emphasisTones.indexOf(run === null ? 'unreached' : edgeOf(run.status))
  }
  emphasis.strips = strips
}

function applyChanges(
  { edgeIndex }: SceneData,
  { nodes, edges, moves, isSamePlain }: ChangeMarks,
  emphasis: Emphasis,
): void {
  const other = isSamePlain === true ? 'none' : 'same'
  for (const nodeIndex of emphasis.changes.keys())
    emphasis.changes[nodeIndex] = differenceKinds.indexOf(nodes.get(nodeIndex) ?? other)
  for (const [edge, index] of edgeIndex.entries())
    emphasis.edgeChanges[edge] = differenceKinds.indexOf(edges.get(index) ?? other)
  emphasis.moves = moves
}

export function emphasisOf(
  scene: SceneData,
  { chosen, marked, runOverlay, found, changes }: EmphasisSources,
): Emphasis {
  const { edgeIndex } = scene
  const count = nodeCountOf(scene)
  const emphasis = noEmphasis(count, edgeIndex.length)
  for (const [edge, index] of edgeIndex.entries()) {
    const run =
      runOverlay === null ? 0 : runOverlay.overlay.takenEdges[index] === 1 ? emphasisBits.taken : emphasisBits.untaken
    emphasis.edges[edge] = run | (marked.edges.has(index) ? emphasisBits.chosen : found === null ? 0 : emphasisBits.dim)
  }
  const highlightBit = marked.isSelection === true ? emphasisBits.selected : emphasisBits.near
  for (let nodeIndex = 0; nodeIndex < count; nodeIndex += 1) {
    const highlight = nodeIndex === chosen ? emphasisBits.chosen : marked.nodes.has(nodeIndex) ? highlightBit : 0
    const search =
      found === null ? 0 : found.has(nodeIndex) ? emphasisBits.found : highlight === 0 ? emphasisBits.dim : 0
    emphasis.nodes[nodeIndex] = highlight | search
  }
  if (runOverlay !== null) applyRun(scene, runOverlay, emphasis)
  if (changes !== null) applyChanges(scene, changes, emphasis)
  return emphasis
}
