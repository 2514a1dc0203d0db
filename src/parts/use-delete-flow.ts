import { useQueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { showRemoved } from './cached-flows.ts'
import { leave } from './leaving-flows.ts'

/** Begins the deletion of a flow; it can be kept for some seconds, wherever one goes in the console meanwhile. */
export function useDeleteFlow(): (flow: { id: string; name: string }) => void {
  const client = useQueryClient()
  return ({ id, name }) =>
    leave({ id, name }, async () => {
      await call(flowApi.remove, { id })
      showRemoved(client, id)
      await Promise.all(flowApi.remove.changes.map((noun) => client.invalidateQueries({ queryKey: [noun] })))
    })
}
