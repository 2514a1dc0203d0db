import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useMissingEndpoints } from '#api/query/me.ts'
import type { PageAction } from '#shell/page.tsx'
import { paths } from '#ui/paths.ts'
import { isFlowsFiltered, type FlowsView } from '#pages/flows/flows-view.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import type { FlowActions } from './flow-actions.ts'

/** Large and rarely used code, loaded shortly after the rows. */
export const loadFlowActions = () => import('./flow-actions.ts')

/** Actions on flows. If their code is not loaded yet, the first action loads it. */
export function useFlowListActions(): Omit<FlowActions, 'exportMatching'> {
  const client = useQueryClient()
  const withActions = (act: (actions: FlowActions) => void) =>
    void loadFlowActions().then(
      ({ flowActions }) => act(flowActions(client)),
      () => showToast({ message: 'Nothing was changed because a part of the console could not be loaded. Try again.' }),
    )
  return {
    move: (flows, move) => withActions((actions) => actions.move(flows, move)),
    tag: (flows, change) => withActions((actions) => actions.tag(flows, change)),
    duplicate: (flow) => withActions((actions) => actions.duplicate(flow)),
    exportAll: (flows) => withActions((actions) => actions.exportAll(flows)),
    remove: (flows) => withActions((actions) => actions.remove(flows)),
    exportAndRemove: (flows) => withActions((actions) => actions.exportAndRemove(flows)),
  }
}

/** Actions on all flows, in the page menu. `count` = number of flows in the view; null = unknown. */
export function useMoreActions(view: FlowsView, count: number | null): { more: PageAction[]; error: ApiError | null } {
  const client = useQueryClient()
  const navigate = useNavigate()
  const exporting = useMutation<void, ApiError, number>({
    mutationFn: async (flows) => (await loadFlowActions()).flowActions(client).exportMatching(view, flows),
  })
  const missing = useMissingEndpoints()
  const exportReason = count === null ? 'The number of flows is unknown.' : count === 0 ? 'There are no flows.' : null
  const exportAll = {
    label: isFlowsFiltered(view) ? 'Export matching flows' : 'Export all',
    note: count === null ? null : { words: count.toLocaleString(), isKnown: true },
    icon: <Download />,
    reason: exporting.isPending ? 'Loading the list.' : exportReason,
    onSelect: () => exporting.mutate(count ?? 0),
  }
  const trash = { label: 'Trash', icon: <Trash2 />, onSelect: () => void navigate(paths.trash) }
  return {
    more: [
      ...(missing.includes('flow.export') ? [] : [exportAll]),
      ...(missing.includes('flow.remove') ? [] : [trash]),
    ],
    error: exporting.error,
  }
}
