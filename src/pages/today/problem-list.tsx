import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { TrendBars } from '#ui/chart/trend-bars.tsx'
import { Badge } from '#ui/feedback/tag.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import type { MissedRun, Problem } from './problem.ts'
import type { Problems } from './use-problems.ts'

/** Rows that are shown at first: more are not read at a glance. */
const maxShown = 7

const RunMissedDialog = lazyPart(async () => (await import('./run-missed-dialog.tsx')).RunMissedDialog, {
  preload: 'on use',
})

interface RowProps {
  problem: Problem
  isFirst: boolean
  onRun: (run: MissedRun) => void
}

function Remedy({ problem: { name, remedy }, isFirst, onRun }: RowProps) {
  const { label, path, run } = remedy
  if (run !== undefined)
    return (
      <Button size="md" variant={isFirst ? 'primary' : 'default'} onClick={() => onRun(run)}>
        {label}
        <span className="sr-only">: {name}</span>
      </Button>
    )
  return (
    <Link className={`btn md ${isFirst ? 'primary' : ''}`} to={path}>
      {label}
      <span className="sr-only">: {name}</span>
    </Link>
  )
}

function ProblemRow({ problem, isFirst, onRun }: RowProps) {
  const { status, name, words, trend } = problem
  const Icon = status.icon
  return (
    <li className={status.tone}>
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2">
          <Badge tone={status.tone} icon={<Icon />} boxed={false}>
            {status.word}
          </Badge>
          <bdi className="wrap-anywhere">{name}</bdi>
        </h3>
        <p className="text-text-2 wrap-anywhere">{words}</p>
      </div>
      {trend !== null && (
        <div className="problem-trend">
          <TrendBars
            values={trend.values}
            isUnusual={(value) => trend.usual !== null && value > trend.usual}
            label={trend.values.join(', ')}
          />
          <p className="text-xs text-text-3">{trend.words}</p>
        </div>
      )}
      <Remedy problem={problem} isFirst={isFirst} onRun={onRun} />
    </li>
  )
}

/** The problems on a line, worst first; only the first remedy is the primary action. */
export function ProblemList({ problems, gaps, isLoading }: Problems) {
  const [isOpen, setOpen] = useState(false)
  const [missed, setMissed] = useState<MissedRun | null>(null)
  const shown = isOpen ? problems : problems.slice(0, maxShown)
  const rest = problems.length - shown.length
  if (isLoading) return <SkeletonRows rows={5} />
  return (
    <>
      {gaps.length > 0 && (
        <div className="grid gap-2 px-5 pb-3 max-lg:px-4">
          {gaps.map(({ what, error, onRetry }) => (
            <LoadNote key={what} what={what} error={error} onRetry={onRetry} />
          ))}
        </div>
      )}
      {shown.length > 0 && (
        <ul className="problem-list" aria-label="Problems">
          {shown.map((problem, index) => (
            <ProblemRow key={problem.key} problem={problem} isFirst={index === 0} onRun={setMissed} />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <div className="border-t border-line px-5 py-3 max-lg:px-4">
          <Button onClick={() => setOpen(true)}>Show {rest.toLocaleString()} more</Button>
        </div>
      )}
      <Suspense>{missed !== null && <RunMissedDialog missed={missed} onClose={() => setMissed(null)} />}</Suspense>
    </>
  )
}
