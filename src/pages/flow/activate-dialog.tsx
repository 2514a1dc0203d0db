import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { RunEffectsList } from './runs/run-effects.tsx'

/** Before a flow that sends or costs something is activated: says what. */
export function ActivateDialog({
  flow,
  data,
  onActivate,
  onClose,
}: {
  flow: FlowHead
  data: FlowData
  onActivate: () => void
  onClose: () => void
}) {
  const effects = useFlowQuery(data, 'run effects', {})
  if (effects === undefined) return null
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
      <RunEffectsList flow={flow} effects={effects} />
    </Dialog>
  )
}
