import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#api/errors.ts'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { formatCount } from '#lib/count.ts'
import { readCompareView, withCompareView, type CompareView } from '#parts/compare/compare-view.ts'
import { DifferenceChips } from '#parts/compare/difference-chips.tsx'
import { DifferencePanel } from '#parts/compare/difference-panel.tsx'
import { UnionCanvas, type ComparedProps } from '#parts/compare/union-canvas.tsx'
import { useComparedPosition } from '#parts/compare/use-compared-position.ts'
import type { ComparisonView } from '#parts/compare/use-comparison.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { CanvasLoading, DrawingError } from '#parts/scene/canvas-placeholders.tsx'
import '#parts/scene/flow-body.css'
import { currentSearchParams } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import type { VersionSide } from './use-versions.ts'
import { VersionBadge } from './version-row.tsx'

const shownKinds = ['added', 'removed', 'changed', 'moved'] as const

/** The view of the URL; versions are always compared on one canvas. */
export const versionCompareView = (query: URLSearchParams): CompareView => ({
  ...readCompareView(query),
  form: 'canvas',
})

/** What the differences are: those that the version would make, has made, or has from another version. */
function hintOf(version: FlowVersion, other: number, live: number): string {
  const [number, otherNumber] = [formatCount(version.number), formatCount(other)]
  if (other === live && version.state !== 'live') return `What version ${number} would change`
  return other < version.number
    ? `What version ${number} changed since version ${otherNumber}`
    : `How version ${number} differs from version ${otherNumber}`
}

/** The canvas with both versions, and the differences below it. */
function ComparedVersions({ hint, ...compared }: Omit<ComparedProps, 'place'> & { hint: string }) {
  const [, setQuery] = useSearchParams()
  const place = useComparedPosition(compared.compared, compared.view)
  return (
    <>
      <UnionCanvas {...compared} place={place} />
      <DifferencePanel
        compared={compared.compared}
        view={compared.view}
        place={place}
        hint={hint}
        tools={
          <DifferenceChips
            view={compared.view}
            comparison={compared.compared.summary}
            offered={shownKinds}
            onView={(change) => setQuery(withCompareView(currentSearchParams(), change), { replace: true })}
          />
        }
        className="version-differences"
      />
    </>
  )
}

/** Why a version could not be read or compared. */
function ComparisonError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return error instanceof ApiError ? (
    <LoadError what="The version" error={error} onRetry={onRetry} />
  ) : (
    <DrawingError problem={error} />
  )
}

/** The chosen version compared with another, and what making it live would do. */
export function VersionComparison({
  version,
  other,
  live,
  sides: { before, after },
  comparison,
  effect,
  picker,
  actions,
  onBack,
}: {
  version: FlowVersion
  /** Number of the version that it is compared with; null = it is the only one. */
  other: number | null
  /** Number of the live version. */
  live: number
  sides: { before: VersionSide; after: VersionSide }
  comparison: ComparisonView
  effect: readonly string[]
  picker: ReactNode
  actions: ReactNode
  /** Back to the list in a narrow window; null = the list is beside it. */
  onBack: (() => void) | null
}) {
  const [query] = useSearchParams()
  const { comparedData } = comparison
  const failed = [before, after].find(({ error }) => error !== null)
  const error = failed?.error ?? comparison.error
  return (
    <section className="version-comparison" aria-label="Comparison">
      <header>
        {onBack !== null && <IconButton label="All versions" icon={<ArrowLeft />} onClick={onBack} />}
        <h2 className="font-semibold">Version {formatCount(version.number)}</h2>
        {onBack !== null && <VersionBadge state={version.state} />}
        {other !== null && <span className="text-text-3">compared with</span>}
        {picker}
        {onBack === null && <div className="ml-auto">{actions}</div>}
      </header>
      <p className="version-effect">{effect.join(' ')}</p>
      {other === null ? (
        <EmptyState
          quiet
          title="This is the only version"
          words="Each update of the flow adds a version, which is compared here with the live one."
          actions={[]}
        />
      ) : error !== null ? (
        <ComparisonError error={error} onRetry={failed?.retry ?? after.retry} />
      ) : comparedData === null || before.side === null || after.side === null ? (
        <CanvasLoading words="Comparing…" />
      ) : (
        <ComparedVersions
          compared={comparedData}
          view={versionCompareView(query)}
          before={before.side}
          after={after.side}
          hint={hintOf(version, other, live)}
        />
      )}
      {onBack !== null && <div className="version-sheet">{actions}</div>}
    </section>
  )
}
