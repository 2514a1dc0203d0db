import { Suspense } from 'react'
import { useExtension } from '#api/query/me.ts'
import type { Run } from '#contract/billing.ts'
import type { Filters } from '#parts/filters/rules.ts'
import { useZone } from '#parts/display/zone.ts'
import type { RunSelection } from '#pages/runs/use-run-selection.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { bulkTargetOf } from './bulk-target.ts'

const RunBulkBar = lazyPart(async () => (await import('./run-bulk.tsx')).RunBulkBar)

/** The bar for the selected runs; empty without a selection. */
export function SelectedRuns({
  selection,
  filters,
  total,
  rows,
  onBulk,
}: {
  selection: RunSelection
  filters: Filters
  total: number | null
  /** The runs on this page of the list. */
  rows: readonly Run[]
  onBulk: (id: string) => void
}) {
  const zone = useZone()
  const hasBulk = useExtension('run_bulk')
  const target = bulkTargetOf(selection, filters, zone, total)
  if (target === null) return null
  const isPageSelected = rows.length > 0 && rows.every((run) => selection.runs.has(run.id))
  const hasMore = total === null || total > selection.runs.size
  const words = total === null ? 'Select all' : `Select all ${total.toLocaleString()}`
  return (
    <Suspense>
      <RunBulkBar
        target={target}
        reasons={[...selection.reasons.values()]}
        onSelectAll={hasBulk && isPageSelected && hasMore ? { words, select: selection.selectAll } : null}
        onClear={selection.clear}
        onBulk={onBulk}
      />
    </Suspense>
  )
}
