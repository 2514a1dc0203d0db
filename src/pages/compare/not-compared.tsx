import { FileBraces, History, Workflow } from 'lucide-react'
import { ApiError } from '#api/errors.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { DrawingError, CanvasLoading } from '#parts/scene/canvas-placeholders.tsx'
import type { SideName } from '#ui/paths.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { ErrorState } from '#ui/feedback/error-state.tsx'
import type { ComparisonView } from './use-comparison.ts'
import type { KnownFlow } from './side-options.tsx'
import { GoneHere, type SideView } from './use-side.ts'

/** Error state for a side that could not be opened, with a retry. */
function NoSide({ word, error, again }: { word: string; error: Error; again: () => void }) {
  if (error instanceof GoneHere)
    return (
      <ErrorState
        title={`“${word}” is not in this browser`}
        meaning={error.message}
        facts={[]}
        report={error.message}
        onRetry={again}
      />
    )
  return error instanceof ApiError ? (
    <LoadError what={`The flow under “${word}”`} error={error} onRetry={again} />
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
  onSeen,
}: {
  before: SideView
  after: SideView
  names: { before: SideName | null; after: SideName | null }
  comparison: ComparisonView
  onFile: (which: 'before' | 'after') => void
  /** Flows of which this browser may have viewed versions. */
  known: readonly KnownFlow[]
  onSeen: (which: 'before' | 'after', flow: string) => void
}) {
  if (before.error !== null) return <NoSide word="Before" error={before.error} again={before.again} />
  if (after.error !== null) return <NoSide word="After" error={after.error} again={after.again} />
  if (comparison.error !== null) return <DrawingError problem={comparison.error} />
  if (names.before !== null && names.after !== null) return <Comparing />
  const missing = names.before === null ? 'before' : 'after'
  const isBoth = names.before === null && names.after === null
  return (
    <EmptyState
      title={isBoth ? 'Choose two flows to compare' : 'Choose a flow to compare with'}
      words="Choose a flow, a file, or a version that you viewed in this browser. Files are read in this browser and not sent."
      ways={[
        {
          icon: <Workflow />,
          title: 'A flow',
          words: `From this account, under “${missing === 'before' ? 'Before' : 'After'}” above.`,
          onChoose: () => document.querySelector<HTMLElement>(`[data-side=${missing}] button`)?.click(),
        },
        {
          icon: <FileBraces />,
          title: 'A file',
          words: 'Any flow file or ZIP, or drop it here.',
          onChoose: () => onFile(missing),
        },
        ...known.slice(0, 1).map(({ id }) => ({
          icon: <History />,
          title: 'Last viewed version',
          words: 'Shows what changed since your last visit.',
          onChoose: () => onSeen(missing, id),
        })),
      ]}
    />
  )
}
