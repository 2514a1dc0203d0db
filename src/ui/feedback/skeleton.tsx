import { useEffect, useState, type ReactNode } from 'react'

/** Delay in ms, so that a skeleton does not flash before a fast response. */
const delayMs = 120

/** Shows its children after a delay in ms. */
export function Delayed({ after = delayMs, children }: { after?: number; children: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), after)
    return () => clearTimeout(timer)
  }, [after])
  return due ? children : null
}

const widths = ['w-[46%]', 'w-[32%]', 'w-[54%]', 'w-[38%]', 'w-[28%]', 'w-[50%]', 'w-[36%]', 'w-[42%]']

/** Rows in the shape of a table, without shimmer. */
export function SkeletonRows({ rows = 12 }: { rows?: number }) {
  return (
    <Delayed>
      <output className="block min-h-0 overflow-hidden" aria-label="Loading">
        {Array.from({ length: rows }, (_, row) => (
          <div
            key={row}
            className="flex h-(--row) items-center gap-4 border-b border-line px-5 max-sm:h-[52px] max-lg:px-4"
          >
            <span className={`skeleton ${widths[row % widths.length] ?? ''}`} />
            <span className="skeleton ml-auto w-16" />
            <span className="skeleton w-12 max-sm:hidden" />
          </div>
        ))}
      </output>
    </Delayed>
  )
}

/** A 2 px line under the header while visible rows are refetched. */
export function ProgressLine({ busy }: { busy: boolean }) {
  return (
    <div className="relative z-(--z-sticky) -mt-px h-px flex-none" aria-hidden="true">
      {busy && (
        <div className="absolute inset-x-0 top-0 h-0.5 overflow-hidden">
          <div className="absolute top-0 h-full w-[30%] animate-[run-along_1.1s_var(--ease-in-out)_infinite] bg-accent" />
        </div>
      )}
    </div>
  )
}
