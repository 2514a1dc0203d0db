import { useExtension } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { TimeText } from '#parts/display/time.tsx'
import { RunPlanLines } from '#parts/runs/retry-plan.tsx'
import { RunStartError } from '#parts/runs/run-start-error.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { runOverlayPath, runPath } from '#ui/paths.ts'
import type { MissedRun } from './problem.ts'

/** Makes up for a missed schedule with the input that it would have had, unless the flow has started meanwhile. */
export function RunMissedDialog({ missed, onClose }: { missed: MissedRun; onClose: () => void }) {
  const start = useApiMutation(runApi.start)
  const canShowRun = useExtension('run_detail')
  const { flow, trigger, since } = missed
  const send = () =>
    start.mutate(
      { id: flow.id, body: { trigger, input: { scheduled_at: since }, unless_started_since: since } },
      {
        onSuccess: ({ id }) => {
          showToast({
            message: `“${flow.name}” was started`,
            link: { label: 'Show the run', to: canShowRun ? runOverlayPath(flow.id, id) : runPath(id) },
          })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={
        <span className="wrap-anywhere">
          Run “<bdi>{flow.name}</bdi>” now?
        </span>
      }
      onClose={onClose}
      onSubmit={send}
      actions={<DialogActions onCancel={onClose} focusCancel submitLabel="Run now" busy={start.isPending} />}
    >
      <p className="text-text-2">
        It was due <TimeText at={since} />. Later scheduled runs stay as they are.
      </p>
      <RunPlanLines flow={flow.id} trigger={trigger} />
      <RunStartError title="The run was not started" error={start.error} flow={flow.id} />
    </Dialog>
  )
}
