/** The index of the first node with an id in the flow's list; null if there is none. */
import { adjacencyIn, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export const placeIn = (held: MemoizedFlow, { id }: { id: string }): number | null =>
  adjacencyIn(held).indexOf.get(id) ?? null
