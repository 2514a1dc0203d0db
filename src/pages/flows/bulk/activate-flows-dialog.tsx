import type { FlowSummary } from '#contract/flow.ts'
import { count } from '#lib/count.ts'
import { isBlocked } from '#parts/flows/next-step.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { FlowNames } from '#pages/flows/list/flow-names.tsx'
import { costSumWords } from '#pages/flows/list/cost-sum-words.ts'

/** Before flows of the list are activated: which ones, and what they cost lately. */
export function ActivateFlowsDialog({
  flows,
  onClose,
}: {
  flows: readonly FlowSummary[]
  onClose: (isConfirmed: boolean) => void
}) {
  const [only] = flows
  const faulty = flows.filter((flow) => isBlocked(flow.validation_summary)).length
  const cost = flows.some(({ cost_last_30_days: amount }) => /[1-9]/.test(amount)) ? costSumWords(flows, true) : null
  return (
    <Dialog
      title={
        flows.length === 1 ? (
          <span className="wrap-anywhere" dir="auto">
            Activate “{only?.name}”?
          </span>
        ) : (
          `Activate ${count(flows.length, 'flow')}?`
        )
      }
      onClose={() => onClose(false)}
      onSubmit={() => onClose(true)}
      actions={
        <>
          <Button size="md" data-autofocus onClick={() => onClose(false)}>
            {flows.length === 1 ? 'Keep as it is' : 'Keep as they are'}
          </Button>
          <Button size="md" variant="primary" type="submit">
            Activate
          </Button>
        </>
      }
    >
      {flows.length > 1 && <FlowNames flows={flows} />}
      <p className="text-text-2">
        {flows.length === 1 ? 'Its triggers' : 'Their triggers'} then start runs automatically. Runs can send messages
        and cost money.
        {cost !== null && ` Cost so far: ${cost}.`}
      </p>
      {flows.length > 1 && faulty > 0 && (
        <p className="text-warn">
          {count(faulty, 'flow has problems and stays as it is', 'flows have problems and stay as they are')}.
        </p>
      )}
    </Dialog>
  )
}
