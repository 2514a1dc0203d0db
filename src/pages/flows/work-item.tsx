import { CircleCheck, CircleSlash, CircleX, LoaderCircle, RotateCw, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { meaningOf } from '#parts/load-error.tsx'
import { flowPath } from '#src/paths.ts'
import { Button } from '#ui/button.tsx'
import { itemWords } from './flow-state.ts'
import { retryWork, type ItemState, type Work, type WorkItem } from './flow-work.ts'
import { keep, retryLeave, type LeavingFlow } from '#parts/leaving-flows.ts'
import { refusedFindings } from './refused-findings.ts'

const icons: Record<ItemState['name'], React.ReactNode> = {
  waiting: <LoaderCircle className="text-text-3" />,
  sending: <LoaderCircle className="animate-spin text-accent-text" />,
  stopped: <CircleSlash className="text-text-3" />,
  kept: <Undo2 className="text-text-3" />,
  done: <CircleCheck className="text-ok" />,
  failed: <CircleX className="text-bad" />,
}

/** Findings that are listed before the rest is left to the flow's own page. */
const maxFindings = 5

/** Why the service refused, with the way to the places that are in the way. */
function Reason({ id, error }: { id: string; error: ApiError }) {
  const findings = refusedFindings(error)
  const words = error.status === 409 ? error.detail : meaningOf(error)
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
            // oxlint-disable-next-line react/no-array-index-key -- two findings may read the same
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
                {findings.length - maxFindings} more on the page of the flow
              </Link>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** A deletion is where its flow is: in the seconds in which it can be kept, under way, or failed. */
function stateOf(item: WorkItem, leaving: LeavingFlow | undefined): ItemState {
  if (leaving === undefined || item.state.name === 'done' || item.state.name === 'kept') return item.state
  if (leaving.state === 'failed' && leaving.error !== null) return { name: 'failed', error: leaving.error }
  return { name: leaving.state === 'waiting' ? 'waiting' : 'sending' }
}

/** What became of one flow. */
export function WorkLine({ work, item, leaving }: { work: Work; item: WorkItem; leaving: LeavingFlow | undefined }) {
  const { flow } = item
  const state = stateOf(item, leaving)
  const isGone = work.kind === 'delete' && state.name === 'done'
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
          {itemWords(work.kind, state)}
        </p>
        {state.name === 'failed' && (
          <>
            <Reason id={flow.id} error={state.error} />
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                icon={<RotateCw />}
                aria-label={`Try again: ${flow.name}`}
                onClick={() => (work.kind === 'delete' ? retryLeave(flow.id) : void retryWork(work.key, flow.id))}
              >
                Try again
              </Button>
              {work.kind === 'delete' && (
                <Button aria-label={`Keep ${flow.name}`} onClick={() => keep(flow.id)}>
                  Keep it
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </li>
  )
}
