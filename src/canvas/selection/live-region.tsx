import { useEffect, useState } from 'react'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { nodeLabel, nodeRunWords } from '#canvas/cards/flow-elements.ts'
import type { CanvasRunOverlay } from '#canvas/model/run-strip.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import { type ArrowStep, type ArrowTarget, stepWords, stillWords } from './arrow-navigation.ts'

/** The last arrow-key step and its target; null = there was none. */
export interface ArrowMove {
  step: ArrowStep
  walked: ArrowTarget | null
}

/** The announcement of a node, once it is loaded. */
async function wordsOf(scene: Scene, place: number, stepped: ArrowMove | null): Promise<[CanvasNode, string] | null> {
  const walked = stepped?.walked ?? null
  const [[card], branch] = await Promise.all([
    scene.cards([place]),
    walked === null || walked.edges.length === 0 ? '' : scene.branchWords(walked.edges),
  ])
  if (card === undefined) return null
  if (stepped === null) return [card, nodeLabel(card)]
  return [card, walked === null ? stillWords(card, stepped.step) : stepWords(card, walked, branch)]
}

/**
 * Live region: announces the chosen node, and the step that led there, to screen readers. `place` -1 = nothing is
 * chosen.
 */
export function LiveRegion({
  scene,
  place,
  laid,
  stepped,
}: {
  scene: Scene
  place: number
  laid: CanvasRunOverlay | null
  stepped: ArrowMove | null
}) {
  const [said, setSaid] = useState<{ card: CanvasNode; words: string } | null>(null)
  useEffect(() => {
    let isHere = true
    if (place !== -1)
      wordsOf(scene, place, stepped).then(
        (found) => {
          if (isHere && found !== null) setSaid({ card: found[0], words: found[1] })
        },
        // The worker no longer has the flow, which the page reports.
        () => null,
      )
    return () => {
      isHere = false
    }
  }, [scene, place, stepped])
  const nowhere = place === -1 && stepped !== null ? stillWords(undefined, stepped.step) : ''
  const words = place === -1 || said === null ? [nowhere] : [said.words, nodeRunWords(said.card, laid)]
  return (
    <p className="sr-only" aria-live="polite">
      {words.filter((part) => part !== '').join(', ')}
    </p>
  )
}
