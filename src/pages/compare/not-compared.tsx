import { FileBraces, History, Workflow } from 'lucide-react'
import { ApiError } from '#api/errors.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { DrawingError, CanvasLoading } from '#parts/scene/canvas-placeholders.tsx'
import type { SideName } from '#ui/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import type { ComparisonView } from '#parts/compare/use-comparison.ts'
import type { KnownFlow } from './side-options.tsx'
import { SideNotStoredError, type SideView } from './use-side.ts'

/** Error state for a side that could not be opened, with a retry. */
function SideError({ word, error, onRetry }: { word: string; error: Error; onRetry: () => void }) {
  if (error instanceof SideNotStoredError)
    return (
      <ErrorState
        title={`The flow under “${word}” is not in this browser`}
        meaning={error.message}
        facts={[]}
        report={error.message}
        onRetry={onRetry}
      />
    )
  return error instanceof ApiError ? (
    <LoadError what={`The flow under “${word}”`} error={error} onRetry={onRetry} />
  ) : (
    <DrawingError problem={error} />
  )
}

export const Comparing = () => <CanvasLoading words="Comparing…" />

/** Placeholder if a side is missing, loading, or unreadable. */
export function NotCompared({
  before,
  after,
  names,
  comparison,
  onFile,
  known,
  onViewedVersion,
}: {
  before: SideView
  after: SideView
  names: { before: SideName | null; after: SideName | null }
  comparison: ComparisonView
  onFile: (which: 'before' | 'after') => void
  /** Flows of which this browser may have viewed versions. */
  known: readonly KnownFlow[]
  onViewedVersion: (which: 'before' | 'after', flow: string) => void
}) {
  if (before.error !== null) return <SideError word="Before" error={before.error} onRetry={before.retry} />
  if (after.error !== null) return <SideError word="After" error={after.error} onRetry={after.retry} />
  if (comparison.error !== null) return <DrawingError problem={comparison.error} />
  if (names.before !== null && names.after !== null) return <Comparing />
  const missingSide = names.before === null ? 'before' : 'after'
  const isBoth = names.before === null && names.after === null
  return (
    <EmptyState
      title={isBoth ? 'Choose two flows to compare' : 'Choose a flow to compare with'}
      words="Choose a flow, a file, or a version that you viewed in this browser. Files are read in this browser and not sent."
      actions={[
        {
          icon: <Workflow />,
          title: 'A flow',
          words: `From this account, under “${missingSide === 'before' ? 'Before' : 'After'}” above.`,
          onChoose: () => document.querySelector<HTMLElement>(`[data-side=${missingSide}] button`)?.click(),
        },
        {
          icon: <FileBraces />,
          title: 'A file',
          words: 'Any flow file or ZIP, or drop it here.',
          onChoose: () => onFile(missingSide),
        },
        ...known.slice(0, 1).map(({ id }) => ({
          icon: <History />,
          title: 'Last viewed version',
          words: 'Shows what changed since your last visit.',
          onChoose: () => onViewedVersion(missingSide, id),
        })),
      ]}
    />
  )
}
