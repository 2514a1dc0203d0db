import { useEffect, useRef } from 'react'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import { ChangeLine } from '#parts/flows/change-line.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import type { ComparedPosition } from './use-compared-position.ts'

const linesAPage = 100

/** One page of the changes in words. */
export function DifferenceLines({
  union,
  place: { shown, total, at, goTo },
  page,
  onPage,
}: {
  union: FlowData
  place: ComparedPosition
  /** Index of the current page, from 0. */
  page: number
  onPage: (page: number) => void
}) {
  const from = page * linesAPage
  const lines = useFlowQuery(union, 'compared lines', { filter: shown, from, count: linesAPage })
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (at === null || lines === undefined) return
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [at, lines])
  if (lines === undefined) return <SkeletonRows rows={6} />
  const last = Math.max(0, Math.ceil(total / linesAPage) - 1)
  return (
    <>
      <ul ref={list} aria-label="Differences">
        {lines.map((line, index) => (
          <ChangeLine
            key={line.key}
            line={line}
            depth={line.depth}
            isCurrent={from + index === at}
            onChoose={() => goTo(from + index)}
          />
        ))}
      </ul>
      {last > 0 && (
        <nav className="flex items-center justify-between gap-2 px-4 py-3" aria-label="Pages of differences">
          <Button reason={page === 0 ? 'This is the first page.' : null} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <span className="text-xs text-text-2" role="status">
            {(from + 1).toLocaleString()}–{Math.min(total, from + linesAPage).toLocaleString()} of{' '}
            {total.toLocaleString()}
          </span>
          <Button reason={page >= last ? 'This is the last page.' : null} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </>
  )
}

/** Index of the page that contains a line; 0 without a line. */
export const pageOf = (at: number | null): number => Math.floor((at ?? 0) / linesAPage)
