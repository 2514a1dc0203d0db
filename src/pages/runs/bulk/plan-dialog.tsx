import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { useApiMutation } from '#api/query/query.ts'
import { runWork, type RunBulk, type RunBulkPlan } from '#contract/run-work.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Button } from '#ui/controls/button.tsx'
import { CheckField } from '#ui/controls/checkbox.tsx'
import type { BulkAction, BulkTarget } from './bulk-target.ts'
import { PlanBox } from './plan-box.tsx'
import { planLines, type PlanLine } from './plan-lines.ts'

/** Runs of a trial. */
const trialSize = 3

const verbs: Readonly<Record<BulkAction, string>> = { retry: 'Retry', cancel: 'Cancel' }
const past: Readonly<Record<BulkAction, string>> = { retry: 'retried', cancel: 'cancelled' }

export const PlanLines = ({ lines }: { lines: readonly PlanLine[] }) => (
  <ul className="stop-list plan-lines">
    {lines.map(({ title, rest, isWarning }) => (
      <li key={title} className={isWarning ? 'is-warning' : undefined}>
        <b className="font-semibold">{title}</b> <span className="text-text-2">{rest}</span>
      </li>
    ))}
  </ul>
)

/** The plan of a bulk action; it is read again each time it is opened. */
function usePlan(action: BulkAction, { selection }: BulkTarget) {
  const body = { action, ...selection }
  return useQuery<RunBulkPlan, ApiError>({
    queryKey: [runWork.planBulk.noun, runWork.planBulk.id, body],
    queryFn: ({ signal }) => call(runWork.planBulk, { body }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
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
  const plan = usePlan(action, target)
  const client = useQueryClient()
  const start = useApiMutation(runWork.startBulk)
  const [hasTrial, setHasTrial] = useState(true)
  const { data } = plan
  const verb = verbs[action]
  const runs = count(data?.count ?? target.count ?? Number.NaN, 'run')
  const canTry = action === 'retry' && data !== undefined && data.count > trialSize
  const isEmpty = data?.count === 0
  const isChanged = start.error?.status === 409
  const submit = () => {
    if (data === undefined || isEmpty) return
    start.mutate(
      {
        body: {
          action,
          ...target.selection,
          expected_count: data.count,
          ...(canTry && hasTrial ? { trial: trialSize } : {}),
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
              reason={data === undefined ? 'The plan is loading.' : null}
            >
              {verb} {runs}
            </Button>
          )}
        </>
      }
    >
      {plan.error !== null && (
        <LoadNote what="The plan" error={plan.error} onRetry={() => void plan.refetch()} isStale={data !== undefined} />
      )}
      {data === undefined ? (
        plan.error === null && (
          <div role="status" aria-label="Loading" className="grid gap-3 py-2">
            <span className="skeleton w-[70%]" />
            <span className="skeleton w-[52%]" />
            <span className="skeleton w-[60%]" />
          </div>
        )
      ) : (
        <PlanLines lines={planLines(action, data)} />
      )}
      {canTry && (
        <CheckField
          label={`Retry ${trialSize} first, go on only if they succeed`}
          checked={hasTrial}
          onChange={setHasTrial}
        />
      )}
      {isChanged && <p role="alert">The runs have changed since. The plan above is up to date: check it again.</p>}
      <ActionError title="Nothing was started" error={isChanged ? null : start.error} />
    </PlanBox>
  )
}
