import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { RunPlanLines } from '#parts/runs/retry-plan.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/** Before a flow that may send or cost something is activated: says what. */
export function ActivateDialog({
  flow,
  onActivate,
  onClose,
}: {
  flow: FlowHead
  onActivate: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      title={
        <span className="wrap-anywhere" dir="auto">
          Activate “{flow.name}”?
        </span>
      }
      onClose={onClose}
      onSubmit={onActivate}
      actions={
        <>
          <Button size="md" data-autofocus onClick={onClose}>
            Keep as it is
          </Button>
          <Button size="md" variant="primary" type="submit">
            Activate
          </Button>
        </>
      }
    >
      <p className="text-text-2">Its triggers then start runs automatically.</p>
      <RunPlanLines flow={flow.id} />
    </Dialog>
  )
}
