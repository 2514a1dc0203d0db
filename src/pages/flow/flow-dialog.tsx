import { ActivateDialog } from './activate-dialog.tsx'
import { EditFlowDialog } from './edit-flow-dialog.tsx'
import { FlowTagsDialog } from './flow-tags-dialog.tsx'
import { SendDialog } from './send/send-dialog.tsx'
import type { OpenFlow } from './use-open-flow.ts'

export type FlowDialogName = 'edit' | 'tags' | 'activate' | 'send'

/** The open dialog of a flow's page. */
export function FlowDialog({
  dialog,
  open: { flow, applySaved, acceptVersion },
  onActivate,
  onClose,
}: {
  dialog: FlowDialogName
  open: OpenFlow
  onActivate: () => void
  onClose: () => void
}) {
  if (dialog === 'edit')
    return <EditFlowDialog flow={flow} onSaved={applySaved} onTheirs={acceptVersion} onClose={onClose} />
  if (dialog === 'tags') return <FlowTagsDialog flow={flow} onSaved={applySaved} onClose={onClose} />
  if (dialog === 'send') return <SendDialog flow={flow} onClose={onClose} />
  return (
    <ActivateDialog
      flow={flow}
      onActivate={() => {
        onClose()
        onActivate()
      }}
      onClose={onClose}
    />
  )
}
