import { useState } from 'react'
import type { FlowSummary } from '#contract/flow.ts'
import { FlowsBulkBar } from './bulk-bar.tsx'
import { deselectFlows } from './selected-flows.ts'
import { DeleteDialog } from '#pages/flows/deletion/delete-dialog.tsx'
import { useFlowRows } from '#pages/flows/list/flow-rows-context.ts'

/** Bar with actions on the selected flows, and their dialogs. */
export function FlowsBulk({ flows }: { flows: readonly FlowSummary[] }) {
  const { actions, onTags, abilities, lockedReason } = useFlowRows()
  const [isDeleting, setIsDeleting] = useState(false)
  const deselect = () => deselectFlows(flows.map((flow) => flow.id))
  return (
    <>
      <FlowsBulkBar
        flows={flows}
        abilities={abilities}
        lockedReason={lockedReason}
        onExport={() => actions.exportAll(flows)}
        onTags={() => onTags(flows)}
        onMove={(move) => actions.move(flows, move)}
        onDelete={() => setIsDeleting(true)}
        onClear={() => deselectFlows(null)}
      />
      {isDeleting && (
        <DeleteDialog
          flows={flows}
          onClose={() => setIsDeleting(false)}
          onDelete={() => {
            deselect()
            actions.remove(flows)
          }}
          onExport={() => {
            deselect()
            actions.exportAndRemove(flows)
          }}
        />
      )}
    </>
  )
}
