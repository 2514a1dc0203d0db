import { ArrowLeftRight, Copy } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'
import { Page } from '#shell/page.tsx'
import { paths, viewedVersionName, currentSearchParams } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { DropZone } from '#ui/files/drop-zone.tsx'
import { useMedia } from '#ui/browser/media.ts'
import { Note } from '#ui/feedback/note.tsx'
import { CompareBar } from './compare-bar.tsx'
import './compare.css'
import { readCompareView, withCompareView, type CompareView } from '#parts/compare/compare-view.ts'
import { Comparing, NotCompared } from './not-compared.tsx'
import { knownFlows } from './side-options.tsx'
import { SidePicker } from './side-picker.tsx'
import { useComparison } from '#parts/compare/use-comparison.ts'
import { preloadFileReader, useOpenFiles } from './use-open-files.ts'
import { loadSides, useSide } from './use-side.ts'
import type { ComparedSide } from '#parts/compare/compared-side.ts'
import { lazyPart, useDeferredLoad } from '#ui/browser/lazy-part.tsx'

/** Canvas and list are loaded while the flows are read: choosing flows does not need them. */
const ComparedFlows = lazyPart(async () => (await import('./compared-flows.tsx')).ComparedFlows)
const loadFlows = async () => (await import('#flow-data/flow-data.ts')).prepareComparing()
const loadAll = () => Promise.allSettled([preloadFileReader(), loadFlows(), loadSides()])

/** "Order status (version 14)". */
const textName = ({ name, version }: ComparedSide): string => (version === '' ? name : `${name} (${version})`)

/** Comparison of any two flows, from the service or from files. The URL contains both, and the options. */
export function ComparePage() {
  const [query, setQuery] = useSearchParams()
  const view = readCompareView(query)
  // Based on the current URL: a file whose read ends later must not undo a newer choice.
  const onView = (change: Partial<CompareView>) => setQuery(withCompareView(currentSearchParams(), change))
  const before = useSide(view.before)
  const after = useSide(view.after)
  useDeferredLoad(loadAll)
  const comparison = useComparison(before.side, after.side, view)
  const files = useOpenFiles(view, onView)
  const isWide = useMedia('(min-width: 64rem)')
  const { comparedData } = comparison
  const known = knownFlows([
    { name: view.before, words: before.side?.name ?? 'The flow under “Before”' },
    { name: view.after, words: after.side?.name ?? 'The flow under “After”' },
  ])
  const each = [
    { which: 'before', label: 'Before', open: before },
    { which: 'after', label: 'After', open: after },
  ] as const
  const [first, second] = each.map(({ which, label, open }) => (
    <span key={which} className="flex min-w-0" data-side={which}>
      <SidePicker
        label={label}
        name={view[which]}
        side={open.side}
        isUnavailable={open.error !== null}
        known={known}
        onChosen={(name) => onView({ [which]: name, at: null, node: null })}
        onFile={() => files.choose(which)}
      />
    </span>
  ))
  const sides = (
    <div className="compare-sides">
      {first}
      <IconButton
        label="Swap before and after"
        icon={<ArrowLeftRight />}
        onClick={() => onView({ before: view.after, after: view.before, at: null, node: null })}
      />
      {second}
    </div>
  )
  const copy = () => {
    if (comparedData === null || before.side === null || after.side === null) return
    const names = { before: textName(before.side), after: textName(after.side) }
    const shown = { kinds: view.kinds, order: 'kind' } as const
    handleFlowAnswer(comparedData.union.ask('compared text', { filter: shown, names }), copyText)
  }
  return (
    <Page
      title="Compare"
      section="Flows"
      sectionPath={paths.flows}
      titleAside={isWide ? sides : null}
      actions={[
        {
          label: 'Copy as text',
          icon: <Copy />,
          onSelect: copy,
          reason: comparedData === null ? 'There are no differences to copy yet.' : null,
        },
      ]}
      busy={files.isReading}
    >
      {!isWide && <div className="border-b border-line px-4 py-2">{sides}</div>}
      {view.before !== null && view.after !== null && (
        <CompareBar view={view} comparison={comparedData?.summary ?? null} onView={onView} />
      )}
      {files.refused !== null && (
        <div className="px-5 py-2 max-lg:px-4">
          <Note tone="bad" title="The file was not opened">
            {files.refused}
          </Note>
        </div>
      )}
      {comparedData === null || before.side === null || after.side === null ? (
        <NotCompared
          before={before}
          after={after}
          names={view}
          comparison={comparison}
          onFile={files.choose}
          onViewedVersion={(which, flow) => onView({ [which]: viewedVersionName(flow, null), at: null })}
          known={known}
        />
      ) : (
        <Suspense fallback={<Comparing />}>
          <ComparedFlows compared={comparedData} view={view} before={before.side} after={after.side} />
        </Suspense>
      )}
      <DropZone words="Drop a flow file to compare it" onFiles={files.drop} />
    </Page>
  )
}
