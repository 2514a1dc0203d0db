import { useQueryClient } from '@tanstack/react-query'
import { flow as flowApi } from '#contract/flow.ts'
import type { DeletedFlow } from '#parts/trash/trash-copy.ts'
import { deletionOf, showTrashToast } from './flow-deletion.ts'
import { scheduleDeletion } from './pending-deletions.ts'

/** Schedules the deletion of a flow, which can be cancelled for a few seconds on any page of the console. */
export function useDeleteFlow(): (flow: DeletedFlow) => void {
  const client = useQueryClient()
  const refetchAll = () =>
    Promise.all(flowApi.remove.changes.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
  return (flow) =>
    scheduleDeletion(
      { id: flow.id, name: flow.name },
      deletionOf(client, flow, (outcome) => {
        if (outcome === 'kept') return
        void refetchAll()
        void showTrashToast(client, [flow])
      }),
    )
}
