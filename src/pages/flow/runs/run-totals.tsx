import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { q } from '#api/query/query.ts'
import { run as runApi, type RunSummary } from '#contract/billing.ts'
import type { FilterParams } from '#contract/kernel/endpoint.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatShare } from '#lib/format-share.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { Cost } from '#parts/display/cost.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { failedShare } from '#parts/runs/failed-share.ts'
import { unknownCostWords } from '#parts/runs/run-sum-words.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Delayed } from '#ui/feedback/skeleton.tsx'
import { runFigures } from './run-figures.ts'

function Figure({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-text-3">{name}</dt>
      <dd>
        <span className="text-xl font-medium tracking-[-0.01em]">{value}</span>
        {note !== undefined && <span className="block text-xs text-text-2 max-sm:hidden">{note}</span>}
      </dd>
    </div>
  )
}

/** "1.4% of 714 runs"; empty without runs. */
const shareWords = (some: number, { count: all }: RunSummary['totals']): string =>
  all > 0 && some >= 0 ? `${formatShare(BigInt(some), BigInt(all))} of ${count(all, 'run')}` : ''

/** @param all the runs with any status, if the figures are those of some statuses */
function Figures({
  summary: { totals, previous, currency },
  all,
}: {
  summary: RunSummary
  all: RunSummary | null | undefined
}) {
  const { averageCost, averageMs } = runFigures(totals)
  const hasCost = totals.cost !== ''
  const about = totals.count_is === 'about' ? 'about ' : ''
  return (
    <>
      <Figure
        name="Runs"
        value={`${about}${formatCount(totals.count)}`}
        note={
          all === null
            ? previous !== null && `${formatCount(previous.count)} in the previous period`
            : all !== undefined && shareWords(totals.count, all.totals)
        }
      />
      {hasCost && (
        <Figure
          name="Cost"
          value={formatSum(totals.cost, currency)}
          note={
            unknownCostWords(totals) ||
            (previous !== null && `${formatSum(previous.cost, currency)} in the previous period`)
          }
        />
      )}
      {all === null && <Figure name="Failed" value={formatCount(totals.failed)} note={failedShare(totals)} />}
      {hasCost && (
        <Figure
          name="Average cost"
          value={averageCost === null ? <Absent /> : <Cost amount={averageCost} currency={currency} />}
          note={averageCost !== null && 'per run'}
        />
      )}
      <Figure
        name="Average time"
        value={averageMs === null ? <Absent /> : formatDuration(averageMs)}
        note={averageMs !== null && 'per run, with waits'}
      />
    </>
  )
}

/** Totals of the filtered runs. Needs the extension `run_detail`. */
export function RunTotals({ filters }: { filters: FilterParams }) {
  const { status, ...others } = filters
  const hasStatus = status !== undefined
  const summary = useQuery({ ...q(runApi.summary, { filters }), placeholderData: (before) => before })
  // Of some statuses, a share of failures would say nothing: their share of all runs is shown.
  const all = useQuery({ ...q(runApi.summary, { filters: others }), enabled: hasStatus, retry: false })
  if (summary.data === undefined && summary.error !== null)
    return (
      <div className="px-5 py-2 max-lg:px-4">
        <LoadNote what="The totals" error={summary.error} onRetry={() => void summary.refetch()} />
      </div>
    )
  return (
    <dl
      aria-label="Totals"
      className="grid min-h-[84px] flex-none grid-cols-5 gap-x-4 gap-y-2 border-b border-line px-5 py-3 max-lg:px-4 max-sm:grid-cols-2"
    >
      {summary.data === undefined ? (
        <Delayed>
          <div role="status" aria-label="Loading">
            <span className="skeleton w-24" />
          </div>
        </Delayed>
      ) : (
        <Figures summary={summary.data} all={hasStatus ? all.data : null} />
      )}
    </dl>
  )
}
