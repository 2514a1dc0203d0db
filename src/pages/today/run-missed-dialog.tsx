import { useQuery } from '@tanstack/react-query'
import { useExtension } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { runPlan, type RunPlan } from '#contract/runs/run-plan.ts'
import { count } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { RunStartError } from '#parts/runs/run-start-error.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { runOverlayPath, runPath } from '#ui/paths.ts'
import type { MissedRun } from './problem.ts'

const costWords = ({ cost, currency }: RunPlan): string =>
  cost === null
    ? 'The cost is unknown: no run of this flow has succeeded in the last 30 days.'
    : `It costs about ${formatSum(cost, currency)}.`

function effectWords({ messages, requests }: RunPlan): string {
  if (messages === 0 && requests === 0) return 'It sends nothing, and changes no data elsewhere.'
  const sent = messages === 0 ? '' : `Up to ${count(messages, 'message')} ${messages === 1 ? 'is' : 'are'} sent. `
  const changed = requests === 0 ? '' : `Up to ${count(requests, 'request')} may change data elsewhere. `
  return `${sent}${changed}This cannot be undone.`
}

function Plan({ missed: { flow, trigger } }: { missed: MissedRun }) {
  const { data, error, refetch } = useQuery(q(runPlan.planStart, { id: flow.id, trigger }))
  if (data !== undefined)
    return (
      <ul className="grid gap-1">
        <li>{costWords(data)}</li>
        <li className={data.messages + data.requests > 0 ? 'text-warn' : ''}>{effectWords(data)}</li>
      </ul>
    )
  if (error === null) return <SkeletonRows rows={2} />
  return <LoadNote what="What the run costs and sends" error={error} onRetry={() => void refetch()} />
}

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
      <Plan missed={missed} />
      <RunStartError title="The run was not started" error={start.error} flow={flow.id} />
    </Dialog>
  )
}
