import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#api/errors.ts'
import { useMe } from '#api/query/me.ts'
import type { FlowStatus } from '#contract/flow.ts'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatTime } from '#lib/time/format-time.ts'
import type { ComparedFlows } from '#flow-data/compare/comparison.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { TabProps } from '#pages/flow/flow-tabs.tsx'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'
import { useComparison } from '#parts/compare/use-comparison.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { useZone } from '#parts/display/zone.ts'
import { CanvasLoading, DrawingError } from '#parts/scene/canvas-placeholders.tsx'
import { useMedia } from '#ui/browser/media.ts'
import { useNow } from '#ui/browser/now.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { currentSearchParams } from '#ui/paths.ts'
import { effectSentences } from './effect-words.ts'
import { useFlowChanges, useMarkChangesViewed } from './use-flow-changes.ts'
import { useVersions, useVersionSide, type VersionList, type VersionSide } from './use-versions.ts'
import { VersionActions, type VersionAction } from './version-actions.tsx'
import { VersionComparison, versionCompareView } from './version-comparison.tsx'
import { VersionDialog } from './version-dialog.tsx'
import { VersionListPane } from './version-list.tsx'
import { VersionPicker } from './version-picker.tsx'
import { VersionBadge } from './version-row.tsx'
import { readVersionView, withVersionView, type VersionView } from './version-view.ts'
import './versions.css'

const differenceCount = ({ counts: { added, removed, changed, moved } }: ComparedFlows): number =>
  added + removed + changed + moved

/** A version in the list or, if it is not loaded there, as it was read by its number. */
const factsOf = (list: VersionList, number: number, read: FlowVersion | null): FlowVersion | null =>
  list.versions.find((version) => version.number === number) ?? read

/** The version that is shown first: the draft, else the live version. */
function firstChoice({ versions }: VersionList, live: number): number {
  return versions.find(({ state }) => state === 'draft')?.number ?? live
}

/**
 * The version that another one is compared with first: the live one; for it, the one that was live before, or the newest
 * other one.
 */
function firstOther({ versions }: VersionList, chosen: number, live: number): number | null {
  if (chosen !== live) return live
  const before = versions.find(({ number, live_since: since }) => number < chosen && since !== null)
  if (before !== undefined) return before.number
  return chosen > 1 ? chosen - 1 : (versions.find(({ number }) => number !== chosen)?.number ?? null)
}

/** What making a version live would do, in sentences. `union`: of it and the live version; null if it is not known. */
function useEffectSentences(
  status: FlowStatus,
  list: VersionList,
  { version, live, union }: { version: FlowVersion | null; live: number; union: FlowData | null },
): string[] {
  const now = useNow()
  const zone = useZone()
  const { data: facts } = useQuery({
    queryKey: ['flow data', union?.key, 'update facts', {}],
    queryFn: union === null ? skipToken : () => union.ask('update facts', {}),
    staleTime: Infinity,
    networkMode: 'always',
  })
  if (version === null) return []
  const open = factsOf(list, live, null)?.open ?? null
  const until = open?.waiting_until ?? null
  return effectSentences({
    number: version.number,
    state: version.state,
    live,
    open,
    waitsUntil: until === null ? null : formatTime(until, { now, zone }),
    newest: list.newest,
    status,
    starts: facts?.starts ?? null,
  })
}

/** The chosen version and its comparison with another. */
function useChosenVersion({ open, list, view }: { open: OpenFlow; list: VersionList; view: VersionView }) {
  const [query] = useSearchParams()
  const live = list.versions.find(({ state }) => state === 'live')?.number ?? open.flow.live_version ?? 1
  const number = view.version ?? firstChoice(list, live)
  const other = view.with === null || view.with === number ? firstOther(list, number, live) : view.with
  const before = useVersionSide(open, other)
  const after = useVersionSide(open, number)
  const comparison = useComparison(before.side, after.side, versionCompareView(query))
  const version = factsOf(list, number, after.head)
  const summary = comparison.comparedData?.summary ?? null
  const differences = summary === null ? null : differenceCount(summary)
  const isWithLive = other === live && number !== live
  const effect = useEffectSentences(open.flow.status, list, {
    version,
    live,
    union: isWithLive ? (comparison.comparedData?.union ?? null) : null,
  })
  return {
    number,
    other,
    live,
    version,
    sides: { before, after },
    comparison,
    effect,
    differences,
    sameReason: isWithLive && differences === 0 ? 'It is the same as the live version.' : null,
  }
}

/** In a narrow window: the chosen version below the list, with its actions. */
function VersionSheet({
  number,
  version,
  words,
  actions,
  onCompare,
}: {
  number: number
  version: FlowVersion | null
  words: string
  actions: ReactNode
  onCompare: () => void
}) {
  return (
    <section className="version-sheet" aria-label="Chosen version">
      <p className="flex items-center gap-2">
        <b className="font-semibold">Version {formatCount(number)}</b>
        {version !== null && <VersionBadge state={version.state} />}
        <span className="min-w-0 flex-1 truncate text-xs text-text-3">{words}</span>
        <button type="button" className="link flex-none cursor-pointer" onClick={onCompare}>
          Compare
        </button>
      </p>
      {actions}
    </section>
  )
}

/** "5 differences from live". */
function differenceWords(differences: number | null, other: number | null, live: number): string {
  if (differences === null || other === null) return ''
  return `${count(differences, 'difference')} from ${other === live ? 'live' : `version ${formatCount(other)}`}`
}

function LoadedVersions({ open, lockedReason, list }: TabProps & { list: VersionList }) {
  const [query, setQuery] = useSearchParams()
  const view = readVersionView(query)
  const chosen = useChosenVersion({ open, list, view })
  const { number, other, live, version, sides, comparison, effect, differences } = chosen
  const [action, setAction] = useState<VersionAction | null>(null)
  const isWide = useMedia('(min-width: 64rem)')
  const isShort = !useMedia('(min-width: 90rem)')
  const change = (next: Partial<VersionView>) =>
    setQuery(withVersionView(currentSearchParams(), next), { replace: true })
  const newSince = useNewSince(open)
  const me = useMe()?.person?.id ?? null
  const actions = version !== null && (
    <VersionActions
      version={version}
      side={sides.after.side}
      lockedReason={lockedReason}
      sameReason={chosen.sameReason}
      isShort={isShort}
      onAction={setAction}
    />
  )
  const isComparing = isWide || view.isComparing
  return (
    <div className="versions-body">
      {(isWide || !view.isComparing) && (
        <VersionListPane list={list} currency={open.flow.currency} chosen={number} newSince={newSince} me={me} />
      )}
      {!isComparing ? (
        <VersionSheet
          number={number}
          version={version}
          words={differenceWords(differences, other, live)}
          actions={actions}
          onCompare={() => change({ isComparing: true })}
        />
      ) : version === null ? (
        <MissingVersion side={sides.after} />
      ) : (
        <VersionComparison
          version={version}
          other={other}
          live={live}
          sides={sides}
          comparison={comparison}
          effect={effect}
          picker={
            other !== null && (
              <VersionPicker
                flow={open.flow.id}
                chosen={number}
                other={other}
                versions={list.versions}
                newest={list.newest}
                onOther={(next) => change({ with: next })}
              />
            )
          }
          actions={actions}
          onBack={isWide ? null : () => change({ isComparing: false })}
        />
      )}
      {action !== null && version !== null && (
        <VersionDialog
          action={action}
          open={open}
          version={version}
          live={live}
          draft={list.versions.find(({ state }) => state === 'draft')?.number ?? null}
          side={sides.after}
          effect={effect}
          onAction={setAction}
          onClose={() => setAction(null)}
          onChosen={(next) => change({ version: next, with: null })}
        />
      )}
    </div>
  )
}

/** The chosen version while it is read by its number, or why it could not be read. */
const MissingVersion = ({ side: { error, retry } }: { side: VersionSide }) =>
  error === null ? (
    <CanvasLoading words="Loading version…" />
  ) : error instanceof ApiError ? (
    <LoadError what="The version" error={error} onRetry={retry} />
  ) : (
    <DrawingError problem={error} />
  )

/** Time of the last visit in this browser, ms, if the flow has changed since; opening the tab marks it as viewed. */
function useNewSince({ flow, data }: OpenFlow): number | null {
  const since = useFlowChanges(flow, data)?.difference?.since.at ?? null
  const markViewed = useMarkChangesViewed(flow, data)
  useEffect(() => {
    if (since !== null) markViewed()
  }, [since, markViewed])
  return since
}

/** All versions of a flow, and the chosen one compared with another. Needs the extension `releases`. */
export function VersionsTab(props: TabProps) {
  const { list, error, refetch } = useVersions(props.open.flow.id)
  if (list !== null) return <LoadedVersions {...props} list={list} />
  return error === null ? <SkeletonRows /> : <LoadError what="The versions" error={error} onRetry={refetch} />
}
