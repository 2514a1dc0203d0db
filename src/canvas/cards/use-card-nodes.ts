import { useMemo } from 'react'
import type { Worn } from '#canvas/scene/node-emphasis.ts'
import { elementOf, dressed, type CardNode } from './flow-elements.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import { useSlice } from './use-mounted-cards.ts'

/** React Flow's nodes: the cards that can be read now, in the dress of the moment. `prefix` begins the ids of elements. */
export function useMounted(scene: Scene, worn: Worn, prefix: string): CardNode[] {
  const cards = useSlice(scene, worn.chosen)
  // oxlint-disable-next-line react/exhaustive-deps -- elements are kept as long as the scene and the names of elements
  const made = useMemo(() => new Map<number, CardNode>(), [scene, prefix])
  return useMemo(
    () =>
      cards.map((card) => {
        const element = made.get(card.index) ?? elementOf(card, prefix)
        made.set(card.index, element)
        return dressed(element, worn)
      }),
    [cards, made, prefix, worn],
  )
}
