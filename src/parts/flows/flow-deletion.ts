/** Steps of deleting a flow: take a copy, send the request, confirm the copy. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { showRemoved } from './cached-flows.ts'
import type { DeletionPlan } from './pending-deletions.ts'
import { confirmCopy, discardCopy, takeCopy } from '#parts/trash/trash-copy.ts'
import type { TrashCopy } from '#parts/trash/trash-limits.ts'

/** React Query key of the trash. */
export const trashKey = ['trash'] as const

export function deletionOf(
  client: QueryClient,
  flow: { id: string; name: string },
  onEnd: DeletionPlan['onEnd'],
): DeletionPlan {
  let kept: TrashCopy | null = null
  let isOver = false
  /** Confirms or discards the copy. Storage errors are ignored, since they do not affect the flow. */
  const settle = async (outcome: 'deleted' | 'kept', copy: TrashCopy) => {
    await (outcome === 'deleted' ? confirmCopy(copy) : discardCopy(copy)).catch(() => {})
    await client.invalidateQueries({ queryKey: trashKey })
  }
  return {
    copy: async () => {
      const copy = await takeCopy(client, flow)
      // The deletion ended before the copy was complete.
      if (isOver && copy !== null) await settle('kept', copy)
      else kept = copy
    },
    request: async () => {
      await call(flowApi.remove, { id: flow.id })
      showRemoved(client, flow.id)
    },
    onEnd: (outcome) => {
      isOver = true
      if (kept !== null) void settle(outcome, kept)
      onEnd(outcome)
    },
  }
}
