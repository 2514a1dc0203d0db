import { useMemo } from 'react'
import type { EmphasisSources } from '#canvas/scene/node-emphasis.ts'
import { elementOf, withEmphasis, type CardNode } from './flow-elements.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import { useMountedCards } from './use-mounted-cards.ts'

/** React Flow's nodes: the cards that can be read now, in the dress of the moment. `prefix` begins the ids of elements. */
export function useCardNodes(scene: Scene, worn: EmphasisSources, prefix: string): CardNode[] {
  const cards = useMountedCards(scene, worn.chosen)
  // oxlint-disable-next-line react/exhaustive-deps -- elements are kept as long as the scene and the names of elements
  const made = useMemo(() => new Map<number, CardNode>(), [scene, prefix])
  return useMemo(
    () =>
      cards.map((card) => {
        const element = made.get(card.index) ?? elementOf(card, prefix)
        made.set(card.index, element)
        return withEmphasis(element, worn)
      }),
    [cards, made, prefix, worn],
  )
}
