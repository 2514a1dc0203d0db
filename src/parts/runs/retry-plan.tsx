/** Plans of runs before they start: as a list, of a flow, and of the retry of a run. */
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useExtension } from '#api/query/me.ts'
import { q, useApiMutation } from '#api/query/query.ts'
import { run as runApi, type Run, type RunDetail } from '#contract/billing.ts'
import { runPlan } from '#contract/runs/run-plan.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { planLines, retryLinesWithoutPlan, runPlanLines, type PlanLine } from './plan-lines.ts'
import { RunStartError } from './run-start-error.tsx'
import { useBulkPlan } from './use-bulk-plan.ts'
import './plan-lines.css'

export const PlanLines = ({ lines }: { lines: readonly PlanLine[] }) => (
  <ul className="stop-list plan-lines">
    {lines.map(({ title, rest, isWarning }) => (
      <li key={title} className={isWarning ? 'is-warning' : undefined}>
        <b className="font-semibold">{title}</b> <span className="text-text-2">{rest}</span>
      </li>
    ))}
  </ul>
)

/** The lines of a plan while it is loading. */
export const PlanSkeleton = () => (
  <div role="status" aria-label="Loading" className="grid gap-3 py-2">
    <span className="skeleton w-[70%]" />
    <span className="skeleton w-[52%]" />
    <span className="skeleton w-[60%]" />
  </div>
)

/**
 * What a run of a flow costs and sends; empty without the extension `flow_run_plan`.
 * @param trigger '' = any
 */
export function RunPlanLines({
  flow,
  trigger = '',
  isTest = false,
}: {
  flow: string
  trigger?: string
  isTest?: boolean
}) {
  const hasPlan = useExtension('flow_run_plan')
  const input = { id: flow, ...(trigger === '' ? {} : { trigger }) }
  const { data, error, refetch } = useQuery({ ...q(runPlan.planStart, input), enabled: hasPlan })
  if (!hasPlan) return null
  if (data !== undefined) return <PlanLines lines={runPlanLines(data, isTest)} />
  if (error === null) return <PlanSkeleton />
  return <LoadNote what="What the run costs and sends" error={error} onRetry={() => void refetch()} />
}

/** What the retry of a run would do; read again each time. Null lines = not known yet. */
function useRetryPlan(run: string) {
  const hasPlan = useExtension('run_bulk')
  const { data, error, refetch } = useBulkPlan({ action: 'retry', ids: [run] }, hasPlan)
  if (!hasPlan) return { lines: retryLinesWithoutPlan(1), isPossible: true, willFail: false, error: null, refetch }
  return {
    lines: data === undefined ? null : planLines('retry', data, true),
    isPossible: data?.count !== 0,
    willFail: data !== undefined && data.permanent > 0,
    error,
    refetch,
  }
}

/** Says where a retry starts, what it costs and sends, and whether it is safe, before it starts. */
export function RetryDialog({
  run,
  onClose,
  onStarted,
}: {
  run: Run
  onClose: () => void
  onStarted: (run: RunDetail) => void
}) {
  const { lines, isPossible, willFail, error, refetch } = useRetryPlan(run.id)
  const retry = useApiMutation(runApi.retry)
  const submit = () => {
    if (lines === null || !isPossible || retry.isPending) return
    retry.mutate({ id: run.id, body: { from: 'failed' } }, { onSuccess: onStarted })
  }
  return (
    <Dialog
      title={isPossible ? 'Retry this run?' : 'This run cannot be retried'}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button size="md" data-autofocus="" onClick={onClose}>
            {isPossible ? 'Keep as it is' : 'Close'}
          </Button>
          {isPossible && (
            <Button
              size="md"
              variant="primary"
              type="submit"
              icon={<RotateCw />}
              busy={retry.isPending}
              reason={lines === null ? 'The plan is loading.' : null}
            >
              {willFail ? 'Retry anyway' : 'Retry'}
            </Button>
          )}
        </>
      }
    >
      {lines !== null && <PlanLines lines={lines} />}
      {lines === null && error === null && <PlanSkeleton />}
      {error !== null && (
        <LoadNote what="The plan" error={error} onRetry={() => void refetch()} isStale={lines !== null} />
      )}
      <RunStartError title="The run was not retried" error={retry.error} flow={run.flow.id} />
    </Dialog>
  )
}
