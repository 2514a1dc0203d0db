import { ChevronLeft, ChevronRight, Route, X } from 'lucide-react'
import type { KeyboardEvent, ReactElement, ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { RunDetail } from '#contract/billing.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { isAbsent } from '#lib/absent.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { Cost } from '#parts/display/cost.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { RunActions } from '#parts/runs/run-actions.tsx'
import { adviceForRun, noStepsText, wasBlockedAtStart } from '#parts/runs/run-advice.ts'
import { RunStatusBadge, runStatusWord } from '#parts/display/status.tsx'
import { TimeText, UntilText } from '#parts/display/time.tsx'
import { runOverlayPath } from '#ui/paths.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { useMedia } from '#ui/browser/media.ts'
import { Note } from '#ui/feedback/note.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { nodeQuery, tabQuery } from '#pages/flow/flow-view.ts'
import { RunOverlayMissing } from './run-overlay-missing.tsx'
import type { RunOverlayView, RunOverlayState } from './use-run-overlay.ts'
import { useNeighbourRuns } from './use-neighbour-runs.ts'

type Version = Pick<FlowDetail, 'version' | 'live_version' | 'draft_version'>
type ShownOverlay = Extract<RunOverlayState, { is: 'shown' }>

interface BarProps {
  flow: Version
  view: RunOverlayView
  /** Whether there is space for the actions beside the facts. */
  isWide: boolean
}

/** Whether run and canvas have the same version; true if one of the versions is unknown. */
const isSameVersion = (runVersion: number, shownVersion: number): boolean =>
  runVersion === shownVersion || Number.isNaN(runVersion) || Number.isNaN(shownVersion)

/** Why parts of the run are not on this canvas: no steps, another version, or deleted nodes. */
function RunMismatch({
  flow,
  shownVersion,
  state: { run, overlay },
}: {
  flow: Version
  shownVersion: number | null
  state: ShownOverlay
}) {
  const { missingNodes } = overlay.overlay
  const canvasVersion = shownVersion ?? flow.live_version ?? flow.version
  const words = [
    run.steps.length === 0 && !wasBlockedAtStart(run) ? noStepsText(run) : '',
    isSameVersion(run.flow.version, canvasVersion)
      ? ''
      : `The run used version ${run.flow.version}; the canvas shows version ${canvasVersion}.`,
    missingNodes.length === 0
      ? ''
      : `${count(missingNodes.length, 'step')} of the run ${missingNodes.length === 1 ? 'is' : 'are'} no longer in the flow.`,
  ].filter((sentence) => sentence !== '')
  if (words.length === 0) return null
  return (
    <span className="text-warn" title={missingNodes.map(({ name }) => name).join(', ')}>
      {words.join(' ')}
    </span>
  )
}

function Facts({ state, isWide }: { state: ShownOverlay; isWide: boolean }) {
  const [query] = useSearchParams()
  const { run, reachedCount, stepCount } = state
  return (
    <>
      <RunStatusBadge status={run.status} />
      {run.is_test && <Tag>test</Tag>}
      <Link
        className="link inline-flex min-h-6 items-center gap-1 whitespace-nowrap"
        to={{ search: tabQuery(query, 'runs') }}
      >
        Run of <TimeText at={run.started_at} />
      </Link>
      <span className="text-text-3 max-sm:hidden">{run.trigger}</span>
      {!isAbsent(run.duration_ms) && <span>{formatDuration(run.duration_ms)}</span>}
      <Cost amount={run.cost} currency={run.currency} />
      <span className="text-text-3 max-sm:hidden">
        {reachedCount.toLocaleString()} of {count(stepCount, 'step')} reached
      </span>
      <WaitingNode run={run} />
      {isWide && <RunActions run={run} />}
    </>
  )
}

/** The node at which the run waits, and until when. */
function WaitingNode({ run }: { run: RunDetail }) {
  const waitingStep = run.status === 'waiting' ? run.steps.findLast((step) => step.status === 'waiting') : undefined
  if (waitingStep === undefined) return null
  return (
    <span>
      at “{waitingStep.node_name || waitingStep.node_id}”
      {waitingStep.wake_at != null && (
        <>
          {' '}
          <UntilText at={waitingStep.wake_at} />
        </>
      )}
    </span>
  )
}

/** Why the run failed, and the remedy. */
function RunFailure({ run }: { run: RunDetail }) {
  const [query] = useSearchParams()
  if (run.error === null || run.status === 'waiting') return null
  const advice = adviceForRun(run)
  const { node_id: node } = run.error
  return (
    <span className="text-text wrap-anywhere">
      {node != null && (
        <>
          <Link className="link" to={{ search: nodeQuery(query, node) }}>
            {run.steps.find((step) => step.node_id === node)?.node_name || node}
          </Link>
          {': '}
        </>
      )}
      {run.error.message || run.error.code}
      {advice !== null && <span className="text-text-2"> {advice}</span>}
    </span>
  )
}

/** Full-width lines below the bar. */
function BarDetails({ flow, view: { state, refetchError, version, refetch }, isWide }: BarProps) {
  if (state?.is !== 'shown') return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 empty:hidden sm:pl-6">
      <RunFailure run={state.run} />
      <RunMismatch flow={flow} shownVersion={version?.number ?? null} state={state} />
      {!isWide && <RunActions run={state.run} />}
      {refetchError !== null && <LoadNote what="This run" error={refetchError} onRetry={refetch} isStale />}
    </div>
  )
}

/** Buttons for the previous and next run of the flow. */
function NeighbourButtons({ run, onRun }: { run: RunDetail; onRun: (run: string) => void }) {
  const { earlier, later } = useNeighbourRuns(run)
  const step = (words: 'Previous' | 'Next', { id, isKnown }: typeof earlier, icon: ReactElement) => (
    <IconButton
      label={`${words} run`}
      icon={icon}
      busy={!isKnown}
      reason={isKnown && id === null ? `This is the ${words === 'Previous' ? 'first' : 'latest'} run.` : null}
      onClick={() => id !== null && onRun(id)}
    />
  )
  return (
    <>
      {step('Previous', earlier, <ChevronLeft />)}
      {step('Next', later, <ChevronRight />)}
    </>
  )
}

function BarContent({ view: { state, refetch }, isWide }: Omit<BarProps, 'flow'>): ReactNode {
  switch (state?.is) {
    case 'loading':
      return <span className="text-text-3">Loading run…</span>
    case 'shown':
      return <Facts state={state} isWide={isWide} />
    case 'elsewhere':
      return (
        <Note tone="warn" title="This run belongs to another flow">
          <Link className="link" dir="auto" to={runOverlayPath(state.run.flow.id, state.run.id)}>
            Show it on “{state.run.flow.name || state.run.flow.id}”
          </Link>
        </Note>
      )
    case 'unknown':
      return (
        <Note tone="warn" title="Run not found">
          It may have been removed, or the address is incomplete. The canvas shows the flow without a run.
        </Note>
      )
    case 'failed':
      return <LoadNote what="This run" error={state.error} onRetry={refetch} />
    case 'not loaded':
      return <RunOverlayMissing />
    default:
      return null
  }
}

/** The version that the canvas shows for the run, and the way back to the live version. */
function CanvasVersion({
  number,
  draft,
  onLive,
}: {
  number: number
  draft: number | null | undefined
  onLive: () => void
}) {
  const [query] = useSearchParams()
  return (
    <span className="flex items-center gap-2">
      <Link
        className="link inline-flex min-h-6 items-center text-warn"
        to={{ search: `${tabQuery(query, 'history')}&version=${number}` }}
      >
        Version {formatCount(number)}, {number === draft ? 'draft' : 'not live'}
      </Link>
      <button type="button" className="link min-h-6 cursor-pointer" onClick={onLive}>
        Show live version
      </button>
    </span>
  )
}

/** Bar above the canvas with the overlaid run; Escape removes the overlay. */
export function RunOverlayBar({ flow, view, onRemove }: { flow: Version; view: RunOverlayView; onRemove: () => void }) {
  const { state } = view
  const isWide = useMedia('(min-width: 40rem)')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onRemove()
  }
  const run = state?.is === 'shown' ? state.run : null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles bubbling Escape keys
    <section
      aria-label="Run shown on the flow"
      className="relative min-h-9 flex-none border-b border-line py-1 pr-3 pl-5 text-text-2 max-lg:pl-4"
      onKeyDown={onKeyDown}
    >
      <div className="flex items-start gap-2">
        <Route className="s mt-1.5 flex-none text-accent" />
        <div className="flex min-h-7 min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <BarContent view={view} isWide={isWide} />
          {view.version !== null && run !== null && (
            <CanvasVersion number={view.version.number} draft={flow.draft_version} onLive={onRemove} />
          )}
        </div>
        <span className="flex flex-none">
          {run !== null && <NeighbourButtons run={run} onRun={view.showRun} />}
          <IconButton label="Hide run" icon={<X />} onClick={onRemove} />
        </span>
      </div>
      <BarDetails flow={flow} view={view} isWide={isWide} />
      <p role="status" className="sr-only">
        {run === null ? '' : `The run is shown on the flow: ${runStatusWord(run.status)}`}
      </p>
    </section>
  )
}
