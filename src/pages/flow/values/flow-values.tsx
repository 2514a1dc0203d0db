import { useEffect, useState } from 'react'
import { count } from '#lib/count.ts'
import { flowPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'
import { ReviewDialog } from './review-dialog.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { clearEdits, editsOf, useEdits } from './value-edits.ts'
import './values.css'

/** Says that changes are not saved, if the page is left without a link: by the history or the palette. */
function useLeftEdits({ id, name }: OpenFlow['flow']): void {
  useEffect(
    () => () => {
      const { length } = editsOf(id)
      if (length === 0 || location.pathname === flowPath(id)) return
      const message = `${count(length, 'change')} of “${name}” ${length === 1 ? 'is' : 'are'} not saved.`
      showToast({ message, link: { label: 'Go to the flow', to: flowPath(id) } })
    },
    [id, name],
  )
}

function LeaveDialog({ changes, onLeave, onStay }: { changes: string; onLeave: () => void; onStay: () => void }) {
  return (
    <Dialog
      title={`Leave with ${changes} not saved?`}
      onClose={onStay}
      actions={
        <>
          <Button size="md" data-autofocus onClick={onStay}>
            Stay on this page
          </Button>
          <Button size="md" variant="danger-solid" onClick={onLeave}>
            Discard changes and leave
          </Button>
        </>
      }
    >
      <p className="text-text-2">Save the changes first to keep them.</p>
    </Dialog>
  )
}

function DiscardDialog({
  changes,
  onDiscard,
  onClose,
}: {
  changes: string
  onDiscard: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title={`Discard ${changes}?`}
      onClose={onClose}
      actions={
        <>
          <Button size="md" data-autofocus onClick={onClose}>
            Keep changes
          </Button>
          <Button size="md" variant="danger-solid" onClick={onDiscard}>
            Discard changes
          </Button>
        </>
      }
    />
  )
}

/** The bar of changes that are not saved, with their review. */
export function FlowValues({ open }: { open: OpenFlow }) {
  const { flow, isDeleted } = open
  const edits = useEdits(flow.id)
  const [dialog, setDialog] = useState<'review' | 'discard' | null>(null)
  const guard = useLeaveGuard(edits.length > 0)
  useLeftEdits(flow)
  const close = () => setDialog(null)
  const changes = count(edits.length, 'change')
  return (
    <>
      <div role="status" className={edits.length === 0 ? 'contents' : 'values-bar'}>
        {edits.length > 0 && (
          <>
            <span className="flex-1">{changes} not saved</span>
            <Button onClick={() => setDialog('discard')}>Discard</Button>
            <Button
              variant="primary"
              reason={isDeleted ? 'This flow was deleted.' : null}
              onClick={() => setDialog('review')}
            >
              Review changes
            </Button>
          </>
        )}
      </div>
      {dialog === 'review' && <ReviewDialog open={open} onClose={close} />}
      {dialog === 'discard' && (
        <DiscardDialog
          changes={changes}
          onClose={close}
          onDiscard={() => {
            clearEdits(flow.id)
            close()
          }}
        />
      )}
      {guard.address !== null && (
        <LeaveDialog
          changes={changes}
          onStay={guard.stay}
          onLeave={() => {
            clearEdits(flow.id)
            guard.leave()
          }}
        />
      )}
    </>
  )
}
