/** Steps of deleting a flow: take a copy, send the request, confirm the copy. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { removeCachedFlow } from './cached-flows.ts'
import type { DeletionPlan } from './pending-deletions.ts'
import { confirmCopy, discardCopy, createTrashCopy, type DeletedFlow } from '#parts/trash/trash-copy.ts'
import type { TrashCopy } from '#parts/trash/trash-limits.ts'

/** React Query key of the trash. */
export const trashKey = ['trash'] as const

export function deletionOf(client: QueryClient, flow: DeletedFlow, onEnd: DeletionPlan['onEnd']): DeletionPlan {
  let storedCopy: TrashCopy | null = null
  let hasEnded = false
  /** Confirms or discards the copy. Storage errors are ignored, since they do not affect the flow. */
  const finishCopy = async (outcome: 'deleted' | 'kept', copy: TrashCopy) => {
    await (outcome === 'deleted' ? confirmCopy(copy) : discardCopy(copy)).catch(() => {})
    await client.invalidateQueries({ queryKey: trashKey })
  }
  return {
    copy: async () => {
      // A retry replaces the copy of the first attempt.
      if (storedCopy !== null) await finishCopy('kept', storedCopy)
      storedCopy = null
      const copy = await createTrashCopy(client, flow)
      // The deletion ended before the copy was complete.
      if (hasEnded && copy !== null) await finishCopy('kept', copy)
      else storedCopy = copy
    },
    request: async () => {
      await call(flowApi.remove, { id: flow.id })
      removeCachedFlow(client, flow.id)
    },
    onEnd: (outcome) => {
      hasEnded = true
      if (storedCopy !== null) void finishCopy(outcome, storedCopy)
      onEnd(outcome)
    },
  }
}
