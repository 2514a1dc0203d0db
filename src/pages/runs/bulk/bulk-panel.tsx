import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, CircleX, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useApiMutation, infinite, q } from '#api/query/query.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { runWork, type RunBulk, type RunBulkResult } from '#contract/run-work.ts'
import { formatCount } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { isActive } from '#parts/runs/run-reason.ts'
import { RunStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Panel } from '#ui/overlays/panel.tsx'
import { bulkTitle, bulkWords, isBulkActive } from './bulk-words.ts'
import { clearQueue, isQueueActive, stopQueue, type QueuedRun, type RunQueue } from './run-queue.ts'

/** Pause between two reads, in ms: of an action in progress, and of one whose retries have not ended. */
const activeMs = 1_500
const endingMs = 3_000

/** The URL of the page with a run open. */
type LinkTo = (run: string) => string

function ResultLine({
  icon,
  run,
  flow,
  words,
  linkTo,
  children,
}: {
  icon: ReactNode
  run: string
  flow: string
  /** Why nothing was done. */
  words: string | null
  linkTo: LinkTo
  /** Its retry. */
  children: ReactNode
}) {
  return (
    <li className="flex items-start gap-2 border-b border-line px-4 py-2">
      <span className="grid h-6 flex-none place-items-center">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="cut">{flow}</bdi>
          <Link className="link mono inline-grid min-h-6 flex-none items-center" to={linkTo(run)}>
            {run}
          </Link>
        </span>
        {words !== null && <span className="block text-text-2 wrap-anywhere">{words}</span>}
        {children}
      </span>
    </li>
  )
}

const resultIcons: Record<RunBulkResult['status'], ReactNode> = {
  waiting: <LoaderCircle className="s text-text-3" aria-label="Waiting" />,
  done: <CircleCheck className="s text-ok" aria-label="Done" />,
  skipped: <CircleSlash className="s text-text-3" aria-label="Left out" />,
}

const Retry = ({ retry, linkTo }: { retry: RunBulkResult['retry']; linkTo: LinkTo }) =>
  retry && (
    <span className="flex items-center gap-2">
      <RunStatusBadge status={retry.status} />
      <Link className="link inline-grid min-h-6 items-center" to={linkTo(retry.id)}>
        Show the new run
      </Link>
    </span>
  )

/** Whether a result may still change. */
const isOpen = ({ status, retry }: RunBulkResult): boolean =>
  status === 'waiting' || (retry !== null && isActive(retry))

const pauseOf = (bulk: RunBulk): number => (isBulkActive(bulk) ? activeMs : endingMs)

function Results({ bulk, linkTo }: { bulk: RunBulk; linkTo: LinkTo }) {
  const results = useInfiniteQuery({
    ...infinite(runWork.bulkResults, { id: bulk.id, limit: maxLimit }),
    // By the results themselves: the last of them may be older than the figures of the action.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.results.some(isOpen)) === true ? pauseOf(bulk) : false,
  })
  if (results.error !== null && results.data === undefined)
    return (
      <div className="p-4">
        <LoadNote what="The results" error={results.error} onRetry={() => void results.refetch()} />
      </div>
    )
  return (
    <>
      <ul className="border-t border-line" aria-label="Results">
        {results.data?.pages
          .flatMap((page) => page.results)
          .map(({ run, flow, status, detail, retry }) => (
            <ResultLine
              key={run}
              icon={resultIcons[status]}
              run={run}
              flow={flow.name || flow.id}
              words={detail}
              linkTo={linkTo}
            >
              <Retry retry={retry} linkTo={linkTo} />
            </ResultLine>
          ))}
      </ul>
      {results.hasNextPage && (
        <div className="px-4 py-3">
          <Button busy={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
            Show more results
          </Button>
        </div>
      )}
    </>
  )
}

/** Progress and results of a bulk action; the URL names it, so that it survives a reload. */
export function BulkPanel({ id, linkTo, onClose }: { id: string; linkTo: LinkTo; onClose: () => void }) {
  const bulk = useQuery({
    ...q(runWork.readBulk, { id }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (isBulkActive(data) || data.in_progress > 0) ? pauseOf(data) : false,
  })
  const stop = useApiMutation(runWork.stopBulk)
  const { data } = bulk
  return (
    <Panel title={data === undefined ? 'Results' : bulkTitle(data)} takesFocus onClose={onClose}>
      {bulk.error !== null && (
        <div className="p-4">
          <LoadNote
            what="This bulk action"
            error={bulk.error}
            onRetry={() => void bulk.refetch()}
            isStale={data !== undefined}
          />
        </div>
      )}
      {data !== undefined && (
        <>
          <div className="grid gap-2 px-4 py-3">
            <p role="status">{bulkWords(data)}</p>
            <p className="text-xs text-text-3">
              Started <TimeText at={data.created_at} />
              {data.created_by !== null && ` by ${data.created_by.name || data.created_by.id}`}
            </p>
            {isBulkActive(data) && (
              <>
                <progress
                  className="part-done w-full"
                  aria-label={bulkTitle(data)}
                  max={data.total}
                  value={data.done + data.skipped}
                />
                <span>
                  <Button busy={stop.isPending} onClick={() => stop.mutate({ id })}>
                    Stop
                  </Button>
                </span>
              </>
            )}
            <ActionError title="It was not stopped" error={stop.error} />
          </div>
          <Results bulk={data} linkTo={linkTo} />
        </>
      )}
    </Panel>
  )
}

const queueIcons: Record<QueuedRun['state'], ReactNode> = {
  waiting: <LoaderCircle className="s text-text-3" aria-label="Waiting" />,
  sending: <LoaderCircle className="s animate-spin text-accent-text" aria-label="In progress" />,
  done: <CircleCheck className="s text-ok" aria-label="Done" />,
  failed: <CircleX className="s text-bad" aria-label="Failed" />,
  stopped: <CircleSlash className="s text-text-3" aria-label="Left out" />,
}

/** The results of runs that the console retries or cancels one by one. */
export function QueuePanel({ queue, linkTo }: { queue: RunQueue; linkTo: LinkTo }) {
  const { action, items } = queue
  const ended = items.filter(({ state }) => state !== 'waiting' && state !== 'sending').length
  const failed = items.filter(({ state }) => state === 'failed').length
  const verb = action === 'retry' ? 'retried' : 'cancelled'
  return (
    <Panel title={bulkTitle({ action, total: items.length })} takesFocus onClose={clearQueue}>
      <div className="grid gap-2 px-4 py-3">
        <p role="status">
          {formatCount(items.filter(({ state }) => state === 'done').length)} of {formatCount(items.length)} {verb}.
          {failed > 0 && ` ${formatCount(failed)} refused.`}
        </p>
        {isQueueActive(queue) && (
          <>
            <progress className="part-done w-full" aria-label="Progress" max={items.length} value={ended} />
            <span>
              <Button onClick={stopQueue}>Stop</Button>
            </span>
          </>
        )}
      </div>
      <ul className="border-t border-line" aria-label="Results">
        {items.map(({ run, state, error, retry }) => (
          <ResultLine
            key={run.id}
            icon={queueIcons[state]}
            run={run.id}
            flow={run.flow.name || run.flow.id}
            words={error === null ? null : error.status === 409 ? error.detail : failureMeaning(error)}
            linkTo={linkTo}
          >
            <Retry retry={retry} linkTo={linkTo} />
          </ResultLine>
        ))}
      </ul>
    </Panel>
  )
}
