import { Ban, Play, RotateCw } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ComponentProps } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '#api/errors.ts'
import { useExtension, useLacks, useProduct, useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { run as runApi, type Run, type RunDetail } from '#contract/billing.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { startRunPath } from '#ui/paths.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { Button } from '#ui/controls/button.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { wasBlockedAtStart } from './run-advice.ts'
import { isActive, isUnsuccessful } from './run-reason.ts'
import { RunStartError } from './run-start-error.tsx'

const productHints = {
  cancel: 'Stops the run now. This cannot be undone.',
  retry: 'Starts the run again. First asks whether you want that.',
}

const ownHints = {
  cancel: 'Stops the run now. Completed steps are kept and charged. This cannot be undone.',
  retry: 'Continues where the run stopped, if possible. First shows what that costs and sends.',
  again: 'Starts a new run from the beginning. You can change its input first.',
}

const RetryDialog = lazyPart(async () => (await import('./retry-plan.tsx')).RetryDialog)

/** Button with a tooltip that describes its effect or, if it is disabled, the reason. */
function HintedButton({ hint, reason, ...button }: ComponentProps<typeof Button> & { hint: string }) {
  if (reason != null) return <Button reason={reason} {...button} />
  return (
    <Tooltip words={hint}>
      <Button {...button} />
    </Tooltip>
  )
}

/** Cancels a run. If it had already ended, it is refetched. */
function useCancel({ id }: Pick<Run, 'id'>) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useApiMutation(runApi.cancel)
  const hasEnded = error?.status === 409
  const onError = ({ status }: ApiError) => {
    if (status !== 409) return
    showToast({ message: 'The run had already ended' })
    for (const noun of runApi.cancel.changes) void client.invalidateQueries({ queryKey: [noun] })
  }
  return { cancel: () => mutate({ id }, { onError }), isPending, error: hasEnded ? null : error }
}

/** Whether an earlier request found that a flow was deleted; no request is sent. */
function useIsFlowDeleted(id: string): boolean {
  const state = useQueryClient().getQueryState(keyOf(flowApi.read, { id }))
  return state?.error instanceof ApiError && state.error.status === 404
}

/**
 * Actions of a run: cancel, retry, run with other input. A run that continues this one replaces it in the
 * URL. Requires the extension `run_control`.
 * @param hasRoom whether there is space to show the warning about cancelling below the buttons
 */
export function RunActions({ run, hasRoom = false }: { run: Run; hasRoom?: boolean }) {
  const hasControl = useExtension('run_control')
  const canStart = useExtension('flow_run')
  const canEnd = !useLacks('run.cancel')
  const canRetry = !useLacks('run.retry')
  const isForeign = useProduct() !== null
  const hints = { ...ownHints, ...(isForeign ? productHints : {}) }
  const reason = useWriteReason()
  const newRunReason = useIsFlowDeleted(run.flow.id) ? 'The flow of this run was deleted.' : reason
  const navigate = useNavigate()
  const [, setQuery] = useSearchParams()
  const cancel = useCancel(run)
  const [isRetrying, setRetrying] = useState(false)
  if (!hasControl) return null
  const openRun = (newRun: RunDetail) =>
    setQuery((query) => {
      const next = new URLSearchParams(query)
      next.set('run', newRun.id)
      return next
    })
  const canCancel = isActive(run)
  return (
    <>
      <span className="flex flex-wrap gap-2 max-sm:[&_svg]:hidden" role="group" aria-label="Run actions">
        {canCancel && canEnd && (
          <HintedButton
            hint={hints.cancel}
            reason={reason}
            icon={<Ban />}
            busy={cancel.isPending}
            onClick={cancel.cancel}
          >
            Cancel run
          </HintedButton>
        )}
        {isUnsuccessful(run) && canRetry && !(wasBlockedAtStart(run) && canStart) && (
          <HintedButton
            variant="primary"
            hint={hints.retry}
            reason={newRunReason}
            icon={<RotateCw />}
            onClick={() => setRetrying(true)}
          >
            Retry…
          </HintedButton>
        )}
        {!canCancel && canStart && run.flow.id !== '' && (
          <HintedButton
            hint={hints.again}
            reason={newRunReason}
            icon={<Play />}
            onClick={() => void navigate(startRunPath(run.flow.id, run.id))}
          >
            Run with other input…
          </HintedButton>
        )}
      </span>
      {hasRoom && canCancel && canEnd && <p className="hint mt-1.5">{hints.cancel}</p>}
      <div className="grid basis-full gap-2 empty:hidden">
        <RunStartError title="The run was not cancelled" error={cancel.error} flow={run.flow.id} />
      </div>
      {isRetrying && (
        <Suspense>
          <RetryDialog
            run={run}
            onClose={() => setRetrying(false)}
            onStarted={(newRun) => {
              setRetrying(false)
              openRun(newRun)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
