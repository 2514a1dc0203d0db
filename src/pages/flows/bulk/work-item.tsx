import { CircleCheck, CircleSlash, CircleX, LoaderCircle, RotateCw, Undo2 } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { flowPath } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { itemWords } from './flow-writes.ts'
import { copyFailureWords } from '#pages/flows/deletion/deletion-problem.tsx'
import { retryWork, type ItemState, type WorkItem, type WorkKind } from './flow-work.ts'
import {
  cancelDeletion,
  deleteWithoutCopy,
  retryDeletion,
  type PendingDeletion,
} from '#parts/flows/pending-deletions.ts'
import { activationFindings } from '#parts/flows/activation-findings.ts'

const icons: Record<ItemState['name'], React.ReactNode> = {
  waiting: <LoaderCircle className="text-text-3" />,
  sending: <LoaderCircle className="animate-spin text-accent-text" />,
  stopped: <CircleSlash className="text-text-3" />,
  kept: <Undo2 className="text-text-3" />,
  done: <CircleCheck className="text-ok" />,
  failed: <CircleX className="text-bad" />,
}

/** Maximum number of findings listed; the flow's page shows all of them. */
const maxFindings = 5

/** Why the request failed, with links to the nodes of the findings. */
function Reason({ id, error }: { id: string; error: ApiError }) {
  const findings = activationFindings(error)
  const words = error.status === 409 ? error.detail : failureMeaning(error)
  return (
    <div className="mt-1 text-text-2">
      <p>
        {words}
        {error.status >= 500 && error.requestId !== null && (
          <span className="mono text-text-3"> {error.requestId}</span>
        )}
      </p>
      {findings.length > 0 && (
        <ul className="mt-1 grid gap-1 border-l border-line pl-2.5 text-xs">
          {findings.slice(0, maxFindings).map((finding, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- messages are not unique
            <li key={index}>
              {finding.message}
              {finding.node_id !== undefined && (
                <>
                  {' '}
                  <Link
                    className="link whitespace-nowrap"
                    to={`${flowPath(id)}?${new URLSearchParams({ node: finding.node_id })}`}
                  >
                    Show the node
                  </Link>
                </>
              )}
            </li>
          ))}
          {findings.length > maxFindings && (
            <li>
              <Link className="link" to={flowPath(id)}>
                {findings.length - maxFindings} more on the flow’s page
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** The state of an item; for a deletion derived from the pending deletion of the flow. */
function stateOf(item: WorkItem, pendingDeletion: PendingDeletion | undefined): ItemState {
  if (pendingDeletion === undefined || item.state.name === 'done' || item.state.name === 'kept') return item.state
  if (pendingDeletion.state === 'failed' && pendingDeletion.error !== null)
    return { name: 'failed', error: pendingDeletion.error }
  if (pendingDeletion.state === 'uncopied') return { name: 'stopped' }
  return { name: pendingDeletion.state === 'waiting' ? 'waiting' : 'sending' }
}

/** Choice if no copy of the flow could be stored: delete without a copy, retry, or keep the flow. */
function UncopiedActions({ flow: { id, name, error } }: { flow: PendingDeletion }) {
  return (
    <>
      <p className="mt-1 text-text-2">{copyFailureWords(error)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="danger" aria-label={`Delete ${name} without a copy`} onClick={() => deleteWithoutCopy(id)}>
          Delete without a copy
        </Button>
        <Button icon={<RotateCw />} aria-label={`Try again: ${name}`} onClick={() => retryDeletion(id)}>
          Try again
        </Button>
        <Button aria-label={`Keep ${name}`} onClick={() => cancelDeletion(id)}>
          Keep it
        </Button>
      </div>
    </>
  )
}

/** The result of one flow. Memoized: of a thousand lines only the changed ones are re-rendered. */
export const WorkLine = memo(function WorkLine({
  workKey,
  kind,
  item,
  pendingDeletion,
}: {
  workKey: string
  kind: WorkKind
  item: WorkItem
  pendingDeletion: PendingDeletion | undefined
}) {
  const { flow } = item
  const state = stateOf(item, pendingDeletion)
  const isGone = kind === 'delete' && state.name === 'done'
  return (
    <li className="flex gap-2.5 border-b border-line px-4 py-2.5">
      <span className="mt-0.5 flex-none">{icons[state.name]}</span>
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {isGone ? (
            <bdi>{flow.name}</bdi>
          ) : (
            <Link className="link" to={flowPath(flow.id)}>
              <bdi>{flow.name}</bdi>
            </Link>
          )}
        </p>
        <p className={`text-xs ${state.name === 'failed' ? 'text-bad' : 'text-text-2'}`}>
          {pendingDeletion?.state === 'uncopied' ? 'Not deleted' : itemWords(kind, state)}
        </p>
        {pendingDeletion?.state === 'uncopied' && <UncopiedActions flow={pendingDeletion} />}
        {state.name === 'failed' && (
          <>
            <Reason id={flow.id} error={state.error} />
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                icon={<RotateCw />}
                aria-label={`Try again: ${flow.name}`}
                onClick={() => (kind === 'delete' ? retryDeletion(flow.id) : void retryWork(workKey, flow.id))}
              >
                Try again
              </Button>
              {kind === 'delete' && (
                <Button aria-label={`Keep ${flow.name}`} onClick={() => cancelDeletion(flow.id)}>
                  Keep it
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </li>
  )
})
