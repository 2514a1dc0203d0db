import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import type { PageAction } from '#shell/page.tsx'
import { paths } from '#ui/paths.ts'
import { isFlowsFiltered, type FlowsView } from '#pages/flows/flows-view.ts'
import { loadFlowActions } from './use-flow-actions.ts'

/** Actions on all flows, in the page menu. `count`: number of flows in the view; null = not known yet. */
export function useMoreActions(view: FlowsView, count: number | null): { more: PageAction[]; error: ApiError | null } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const exporting = useMutation<void, ApiError, number>({
    mutationFn: async (flows) => (await loadFlowActions()).flowActions(client).exportMatching(view, flows),
  })
  const exportReason = count === null ? 'The list has not loaded yet.' : count === 0 ? 'There are no flows.' : null
  return {
    more: [
      {
        label: isFlowsFiltered(view) ? 'Export matching flows' : 'Export all',
        note: count === null ? null : { words: count.toLocaleString(), isKnown: true },
        icon: <Download />,
        reason: exporting.isPending ? 'Loading the list.' : exportReason,
        onSelect: () => exporting.mutate(count ?? 0),
      },
      { label: 'Trash', icon: <Trash2 />, onSelect: () => void navigate(paths.trash) },
    ],
    error: exporting.error,
  }
}
