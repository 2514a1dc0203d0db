import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { flowVersion } from '#contract/flows/flow-version.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { flowHistoryPath } from '#ui/paths.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { sendUpdate, type Update, type Updated } from './send-update.ts'
import { updatedText } from './update-words.ts'

/** Sends an update; afterwards the flow's page opens on its history. */
export function useUpdate(
  { id, name, status }: Pick<FlowHead, 'id' | 'name' | 'status'>,
  onFailed: (error: ApiError, update: Update) => void,
) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation<Updated, ApiError, Update>({
    mutationKey: [flowVersion.update.id],
    mutationFn: (update) => sendUpdate(client, update),
    onSuccess: ({ as, number }) => {
      showToast({ message: updatedText(name, number, as, status === 'active') })
      // The page would show the former definition first, and offer the new one as a change by somebody else.
      client.removeQueries({ queryKey: keyOf(flowApi.read, { id }) })
      void navigate(flowHistoryPath(id))
    },
    onError: onFailed,
    onSettled: () => {
      for (const noun of flowVersion.update.changes) void client.invalidateQueries({ queryKey: [noun] })
    },
  })
}
