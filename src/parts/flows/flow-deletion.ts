/**
 * Steps of deleting a flow. If the service has a trash: send the request. Else: take a copy, send the request, confirm
 * the copy.
 */
import type { QueryClient } from '@tanstack/react-query'
import { hasExtension } from '#api/query/me.ts'
import { call } from '#api/request/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { flowTrash } from '#contract/kernel/extensions.ts'
import { removeCachedFlow } from './cached-flows.ts'
import type { DeletionPlan } from './pending-deletions.ts'
import { confirmCopy, createTrashCopy, discardCopy, type DeletedFlow } from '#parts/trash/trash-copy.ts'
import type { TrashCopy } from '#parts/trash/trash-limits.ts'
import { showTrashToast } from '#parts/trash/trash-toast.ts'

/** React Query key of the trash. */
export const trashKey = ['trash'] as const

/** Whether deleted flows stay in the trash of the service. */
const hasServiceTrash = (client: QueryClient): boolean => hasExtension(client, flowTrash)

export function deletionOf(client: QueryClient, flow: DeletedFlow, onEnd: DeletionPlan['onEnd']): DeletionPlan {
  const request = async () => {
    await call(flowApi.remove, { id: flow.id })
    removeCachedFlow(client, flow.id)
  }
  if (hasServiceTrash(client)) return { copy: async () => {}, request, onEnd }
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
    request,
    onEnd: (outcome) => {
      hasEnded = true
      if (storedCopy !== null) void finishCopy(outcome, storedCopy)
      onEnd(outcome)
    },
  }
}

/** Offers to restore flows that are in the trash of the service. */
export function offerRestore(client: QueryClient, flows: readonly DeletedFlow[]): void {
  if (flows.length > 0 && hasServiceTrash(client)) showTrashToast(client, flows)
}
