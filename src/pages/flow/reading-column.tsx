import type { ReactNode } from 'react'

/** Scrollable tab content in a column of readable width. */
export const ReadingColumn = ({ children }: { children: ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-auto">
    <div className="grid max-w-(--measure) gap-6 px-5 py-4 max-lg:px-4">{children}</div>
  </div>
)
