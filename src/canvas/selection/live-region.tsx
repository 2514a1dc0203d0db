import { useEffect, useState } from 'react'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { nodeLabel, nodeRunText } from '#canvas/cards/flow-elements.ts'
import type { CanvasRunOverlay } from '#canvas/model/run-strip.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import { type ArrowStep, type ArrowTarget, stepText, noTargetText } from './arrow-navigation.ts'

/** The last arrow-key step and its target; null = there was none. */
export interface ArrowMove {
  step: ArrowStep
  target: ArrowTarget | null
}

/** The announcement of a node, once it is loaded. */
async function announcementOf(
  scene: Scene,
  nodeIndex: number,
  move: ArrowMove | null,
): Promise<[CanvasNode, string] | null> {
  const target = move?.target ?? null
  const [[card], branch] = await Promise.all([
    scene.cards([nodeIndex]),
    target === null || target.edges.length === 0 ? '' : scene.branchLabels(target.edges),
  ])
  if (card === undefined) return null
  if (move === null) return [card, nodeLabel(card)]
  return [card, target === null ? noTargetText(card, move.step) : stepText(card, target, branch)]
}

/**
 * Live region: announces the chosen node, and the step that led there, to screen readers. `nodeIndex` -1 = nothing is
 * chosen.
 */
export function LiveRegion({
  scene,
  nodeIndex,
  runOverlay,
  move,
}: {
  scene: Scene
  nodeIndex: number
  runOverlay: CanvasRunOverlay | null
  move: ArrowMove | null
}) {
  const [announcement, setAnnouncement] = useState<{ card: CanvasNode; text: string } | null>(null)
  useEffect(() => {
    let isCurrent = true
    if (nodeIndex !== -1)
      announcementOf(scene, nodeIndex, move).then(
        (found) => {
          if (isCurrent && found !== null) setAnnouncement({ card: found[0], text: found[1] })
        },
        // The worker no longer has the flow, which the page reports.
        () => null,
      )
    return () => {
      isCurrent = false
    }
  }, [scene, nodeIndex, move])
  const noTarget = nodeIndex === -1 && move !== null ? noTargetText(undefined, move.step) : ''
  const text =
    nodeIndex === -1 || announcement === null
      ? [noTarget]
      : [announcement.text, nodeRunText(announcement.card, runOverlay)]
  return (
    <p className="sr-only" aria-live="polite">
      {text.filter((part) => part !== '').join(', ')}
    </p>
  )
}
