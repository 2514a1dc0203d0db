import { useQueryClient } from '@tanstack/react-query'
import { Ban, RotateCw } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import { runWork, type BulkAction, type RunBulk } from '#contract/run-work.ts'
import { count, formatCount } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { planLines } from '#parts/runs/plan-lines.ts'
import { PlanLines, PlanSkeleton } from '#parts/runs/retry-plan.tsx'
import { useBulkPlan } from '#parts/runs/use-bulk-plan.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField } from '#ui/controls/checkbox.tsx'
import type { BulkTarget } from './bulk-target.ts'
import { PlanBox } from './plan-box.tsx'

/** Runs of a trial. */
const trialSize = 3

const verbs: Readonly<Record<BulkAction, string>> = { retry: 'Retry', cancel: 'Cancel' }
const past: Readonly<Record<BulkAction, string>> = { retry: 'retried', cancel: 'cancelled' }

/** What the button starts. `rest`: runs after the trial; 0 = no trial. */
function startLabel(words: string, rest: number, willAllFail: boolean): string {
  if (rest > 0) return `Retry ${trialSize}, then ${formatCount(rest)}`
  return willAllFail ? `${words} anyway` : words
}

type PlanRequest = BulkTarget['selection'] & { action: BulkAction; skip_permanent?: true }

/** Runs that would fail again are left out, unless there are no others, or the user includes them. */
function usePlannedRuns(action: BulkAction, { selection }: BulkTarget) {
  const [hasPermanent, setHasPermanent] = useState(action === 'cancel')
  const request: PlanRequest = { action, ...selection, ...(hasPermanent ? {} : { skip_permanent: true as const }) }
  const plan = useBulkPlan(request)
  const isNothingLeft = plan.data?.count === 0 && plan.data.permanent > 0
  if (!hasPermanent && isNothingLeft) setHasPermanent(true)
  const data = plan.isPlaceholderData && isNothingLeft ? undefined : plan.data
  return {
    plan,
    data,
    isLoading: data === undefined || plan.isPlaceholderData,
    request,
    hasPermanent,
    setHasPermanent,
    // If all of them would fail again, it takes no further press than the one that starts them.
    willAllFail: action === 'retry' && hasPermanent && data !== undefined && data.permanent === data.count,
  }
}

/** The plan in sentences, and its choices: first whether to include what would fail again. */
function PlanOfRuns({
  action,
  planned,
  children,
}: {
  action: BulkAction
  planned: ReturnType<typeof usePlannedRuns>
  children: ReactNode
}) {
  const { plan, data, hasPermanent, setHasPermanent, willAllFail } = planned
  const { error, refetch } = plan
  return (
    <>
      {error !== null && (
        <LoadNote what="The plan" error={error} onRetry={() => void refetch()} isStale={data !== undefined} />
      )}
      {data !== undefined && <PlanLines lines={planLines(action, data, hasPermanent)} />}
      {data === undefined && error === null && <PlanSkeleton />}
      <div className="grid empty:hidden">
        {action === 'retry' && data !== undefined && data.permanent > 0 && !willAllFail && (
          <CheckField
            label={`Also retry the ${formatCount(data.permanent)} that would fail again`}
            checked={hasPermanent}
            onChange={setHasPermanent}
          />
        )}
        {children}
      </div>
    </>
  )
}

/**
 * What a bulk action would do, before it is done. Needs the extension `run_bulk`.
 * @param onStarted called with the bulk action in progress
 */
export function PlanDialog({
  action,
  target,
  onClose,
  onStarted,
}: {
  action: BulkAction
  target: BulkTarget
  onClose: () => void
  onStarted: (bulk: RunBulk) => void
}) {
  const planned = usePlannedRuns(action, target)
  const { data, isLoading, request } = planned
  const client = useQueryClient()
  const start = useApiMutation(runWork.startBulk)
  const [hasTrial, setHasTrial] = useState(true)
  const verb = verbs[action]
  const runs = count(data?.count ?? target.count ?? Number.NaN, 'run')
  const rest = action === 'retry' ? (data?.count ?? 0) - trialSize : 0
  const isTrial = rest > 0 && hasTrial
  const isEmpty = data?.count === 0
  const isChanged = start.error?.status === 409
  const submit = () => {
    if (data === undefined || isLoading || isEmpty) return
    start.mutate(
      {
        body: {
          ...request,
          expected_count: data.count,
          ...(isTrial ? { trial: trialSize } : {}),
        },
      },
      {
        onSuccess: onStarted,
        onError: (error) => {
          if (error.status === 409)
            void client.invalidateQueries({ queryKey: [runWork.planBulk.noun, runWork.planBulk.id] })
        },
      },
    )
  }
  return (
    <PlanBox
      title={isEmpty ? `None of these runs can be ${past[action]}` : `${verb} ${runs}?`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button size="md" data-autofocus="" onClick={onClose}>
            {isEmpty ? 'Close' : 'Keep as they are'}
          </Button>
          {!isEmpty && (
            <Button
              variant={action === 'cancel' ? 'danger-solid' : 'primary'}
              size="md"
              type="submit"
              icon={action === 'cancel' ? <Ban /> : <RotateCw />}
              busy={start.isPending}
              reason={isLoading ? 'The plan is loading.' : null}
            >
              {startLabel(`${verb} ${runs}`, isTrial ? rest : 0, planned.willAllFail)}
            </Button>
          )}
        </>
      }
    >
      <PlanOfRuns action={action} planned={planned}>
        {rest > 0 && (
          <CheckField
            label={`Retry the other ${formatCount(rest)} only if the first ${trialSize} succeed`}
            checked={hasTrial}
            onChange={setHasTrial}
          />
        )}
      </PlanOfRuns>
      {isChanged && <p role="alert">The runs have changed since. The plan above is up to date: check it again.</p>}
      <ActionError title="Nothing was started" error={isChanged ? null : start.error} />
    </PlanBox>
  )
}
