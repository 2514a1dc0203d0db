import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '#ui/overlays/toast.tsx'
import type { FlowActions } from './flow-actions.ts'

/** Large and rarely used: loaded a moment after the rows. */
export const loadFlowActions = () => import('./flow-actions.ts')

/** Actions on flows. Their code is loaded with the first action. */
export function useFlowListActions(): Omit<FlowActions, 'exportMatching'> {
  const client = useQueryClient()
  const later = (act: (actions: FlowActions) => void) =>
    void loadFlowActions().then(
      ({ flowActions }) => act(flowActions(client)),
      () => showToast({ message: 'Nothing was changed because a part of the console could not be loaded. Try again.' }),
    )
  return {
    move: (flows, move) => later((actions) => actions.move(flows, move)),
    tag: (flows, change) => later((actions) => actions.tag(flows, change)),
    duplicate: (flow) => later((actions) => actions.duplicate(flow)),
    exportAll: (flows) => later((actions) => actions.exportAll(flows)),
    remove: (flows) => later((actions) => actions.remove(flows)),
    exportAndRemove: (flows) => later((actions) => actions.exportAndRemove(flows)),
  }
}
