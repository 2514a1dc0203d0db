import { useQueryClient } from '@tanstack/react-query'
import { flow as flowApi } from '#contract/flow.ts'
import type { DeletedFlow } from '#parts/trash/trash-copy.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { scheduleDeletion } from './pending-deletions.ts'

/** Schedules the deletion of a flow, which can be cancelled for a few seconds on any page of the console. */
export function useDeleteFlow(): (flow: DeletedFlow) => void {
  const client = useQueryClient()
  const refetchAll = () =>
    Promise.all(flowApi.remove.changes.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
  return (flow) =>
    void import('./flow-deletion.ts').then(
      ({ deletionOf, offerRestore }) => {
        const plan = deletionOf(client, flow, (outcome) => {
          if (outcome === 'kept') return
          void refetchAll()
          offerRestore(client, [flow])
        })
        scheduleDeletion({ id: flow.id, name: flow.name }, plan)
      },
      () => showToast({ message: 'Nothing was changed because a part of the console could not be loaded. Try again.' }),
    )
}
