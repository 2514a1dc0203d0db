import { useQueryClient } from '@tanstack/react-query'
import { flow as flowApi } from '#contract/flow.ts'
import { deletionOf } from './flow-deletion.ts'
import { scheduleDeletion } from './pending-deletions.ts'

/** Schedules the deletion of a flow, which can be cancelled for a few seconds on any page of the console. */
export function useDeleteFlow(): (flow: { id: string; name: string }) => void {
  const client = useQueryClient()
  const refetchAll = () =>
    Promise.all(flowApi.remove.changes.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
  return ({ id, name }) =>
    scheduleDeletion(
      { id, name },
      deletionOf(client, { id, name }, (outcome) => {
        if (outcome === 'deleted') void refetchAll()
      }),
    )
}
