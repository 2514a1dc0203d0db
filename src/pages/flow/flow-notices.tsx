import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useProduct } from '#api/query/me.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatClock } from '#lib/time/format-time.ts'
import { paths } from '#ui/paths.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { useZone } from '#parts/display/zone.ts'
import { budgetPauseWords } from '#parts/flows/budget-pause-words.ts'
import { useNow } from '#ui/browser/now.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { isOffMainThread } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import type { OpenFlow } from './use-open-flow.ts'

/** Maximum nodes of a flow that is fast without a worker. */
const maxNodesOnPage = 2_000

/**
 * The most important notice about the open flow: worker lost, deleted, changed, refetch failed, paused by a budget, or no
 * worker.
 */
export function FlowNotices({ open }: { open: OpenFlow }) {
  const { flow, newerVersion, isDeleted, refetchError, isWorkerLost } = open
  const zone = useZone()
  const now = useNow()
  const isProduct = useProduct() !== null
  if (isWorkerLost)
    return (
      <Strip>
        <span>
          The browser stopped the worker for this flow, usually because memory ran out. Reload the page to use search,
          details and pictures again.
        </span>
        <Button onClick={() => location.reload()}>Reload page</Button>
      </Strip>
    )
  if (isDeleted)
    return (
      <Strip>
        <Note tone="warn" title="This flow was deleted while it was open">
          This is the last version read (
          <time dateTime={new Date(open.readAt).toISOString()}>{formatClock(open.readAt, zone)}</time>).
          {!isProduct && ' Its runs and conversations are kept.'}{' '}
          <Link className="link" to={paths.flows}>
            Go to flows
          </Link>
        </Note>
      </Strip>
    )
  if (newerVersion !== null)
    return (
      <Strip>
        <span>{changeWords(newerVersion, flow)}</span>
        <Button onClick={open.showNewerVersion}>{showWords(newerVersion, flow)}</Button>
      </Strip>
    )
  const pauseWords = budgetPauseWords(flow, { now, zone })
  if (refetchError === null && pauseWords !== null)
    return (
      <Strip>
        <span>{pauseWords}. Raise the budget to let it run again.</span>
        <Link className="link" to={paths.budgets}>
          Budgets
        </Link>
      </Strip>
    )
  if (refetchError === null && flow.counts.all > maxNodesOnPage && !isOffMainThread())
    return (
      <Strip>
        <span>
          This browser cannot start a background worker: with {count(flow.counts.nodes, 'node')} the page may freeze
          briefly.
        </span>
      </Strip>
    )
  if (refetchError === null) return null
  return (
    <Strip>
      <span>
        This is the flow as of <TimeText at={new Date(open.readAt).toISOString()} />. {failureMeaning(refetchError)}
      </span>
      <Button onClick={open.refetch}>Try again</Button>
    </Strip>
  )
}

/** What someone else changed: the live version or, with stored versions, something that has none, such as the name. */
function changeWords(newer: FlowHead, shown: FlowHead): string {
  const [now, before] = [newer.live_version, shown.live_version]
  if (now === undefined || before === undefined)
    return `Someone changed this flow: version ${newer.version} is available, you are viewing ${shown.version}.`
  if (now !== before) return `Version ${formatCount(now)} is live now; you are viewing version ${formatCount(before)}.`
  return 'Someone changed this flow; its live version is the same.'
}

function showWords({ version, live_version: live }: FlowHead, shown: FlowHead): string {
  if (live !== undefined && live === shown.live_version) return 'Show changes'
  return `Show version ${live === undefined ? version : formatCount(live)}`
}

const Strip = ({ children }: { children: ReactNode }) => (
  <div
    role="status"
    className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-5 py-1.5 text-text-2 max-lg:px-4"
  >
    {children}
  </div>
)
