import { ArrowLeft, CircleX, Eye, FileInput, RotateCw } from 'lucide-react'
import { Suspense } from 'react'
import type { Finding } from '#contract/flow.ts'
import type { FlowReview } from '#flow/file/review.ts'
import { count } from '#lib/count.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { Delayed, SkeletonRows } from '#ui/feedback/skeleton.tsx'
import type { ImportFlowView } from '#pages/import/import-view.ts'
import type { ImportRow } from '#pages/import/rows/import-rows.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { importRowWords, refusalPlaceWords, stepCount } from '#pages/import/rows/row-words.ts'

const FlowPreview = lazyPart(async () => (await import('./flow-preview.tsx')).FlowPreview)
const DifferenceView = lazyPart(async () => (await import('./difference-view.tsx')).DifferenceView)
const NoOther = lazyPart(async () => (await import('./difference-view.tsx')).NoExistingFlow)
const ComparedStrip = lazyPart(async () => (await import('./difference-view.tsx')).ComparedStrip)
const JsonView = lazyPart(async () => (await import('./json-view.tsx')).JsonView)

const viewWords: Record<ImportFlowView, string> = {
  review: 'Review',
  canvas: 'Canvas',
  difference: 'Difference',
  json: 'JSON',
}

/** A row without a flow: the reason, or loading. */
function NoFlow({
  row,
  onRead,
  onOpen,
  onOther,
}: {
  row: ImportRow
  onRead: () => void
  onOpen: () => void
  onOther: (() => void) | null
}) {
  const { state } = row
  if (state.name === 'refused') {
    const place = refusalPlaceWords(state.refusal)
    return (
      <div className="grid flex-1 place-content-center gap-2 p-6 text-center" role="note">
        <CircleX className="l mx-auto text-bad" />
        <h2 className="text-xl font-semibold wrap-anywhere">{row.file}</h2>
        <p className="max-w-[440px] text-text-2 wrap-anywhere">
          {place !== '' && <b>{place}. </b>}
          {state.refusal.message}
        </p>
        {state.refusal.readable !== undefined && (
          <p className="text-text-2">The part before the error can be opened without importing it.</p>
        )}
        {onOther === null && <p className="text-text-3">The other files are not affected.</p>}
        <div className="mt-2 flex flex-wrap justify-center gap-2 empty:hidden">
          {/* In a wide window, the header of the page has it. */}
          {state.refusal.readable !== undefined && (
            <Button className="lg:hidden" icon={<Eye />} onClick={onOpen}>
              Open without importing
            </Button>
          )}
          {onOther !== null && (
            <Button icon={<FileInput />} onClick={onOther}>
              Choose another file
            </Button>
          )}
        </div>
      </div>
    )
  }
  if (state.name === 'unread')
    return (
      <div className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
        <h2 className="text-xl font-semibold wrap-anywhere">{row.file}</h2>
        <p className="max-w-[440px] text-text-2">
          The file reader could not be loaded. The file stays in the list. Try again once the service responds.
        </p>
        <Button icon={<RotateCw />} onClick={onRead}>
          Try again
        </Button>
      </div>
    )
  return (
    <Delayed>
      <div className="grid flex-1 place-content-center gap-2 text-center text-text-2">
        <p className="wrap-anywhere">{row.file}</p>
        <p className="text-text-3">{importRowWords(row, 0)}</p>
      </div>
    </Delayed>
  )
}

/** What is drawn: the steps of the verdict, and what does not count as a step. */
function Facts({ review }: { review: FlowReview }) {
  const { notes, groups, disabled } = review.counts
  const others = [
    disabled > 0 ? count(disabled, 'disabled step') : '',
    notes > 0 ? count(notes, 'note') : '',
    groups > 0 ? count(groups, 'group') : '',
  ].filter((words) => words !== '')
  return (
    <p className="cut max-sm:hidden">
      <b className="font-semibold">{stepCount(review)}</b>
      {others.length > 0 && <span className="text-text-2"> · {others.join(' · ')}</span>}
    </p>
  )
}

/** One flow of the import: its facts and its views. */
export function FlowPane({
  row,
  name,
  marks,
  shownSteps,
  view,
  views,
  chosenNode,
  existingFlowId,
  onView,
  onNode,
  onRead,
  onOpen,
  onOther,
  onBack,
}: {
  row: ImportRow
  name: string
  marks: readonly Finding[] | null
  shownSteps: ReadonlySet<number> | null
  view: ImportFlowView
  views: readonly ImportFlowView[]
  chosenNode: string | null
  /** Id of the flow in the account with the same name; null if there is none. */
  existingFlowId: string | null
  onView: (view: ImportFlowView) => void
  onNode: (id: string | null) => void
  onRead: () => void
  onOpen: () => void
  /** Chooses another file; null if there are several. */
  onOther: (() => void) | null
  /** Returns to the list; null if the list is visible. */
  onBack: (() => void) | null
}) {
  const { flow } = row
  return (
    <section className={`import-flow ${view === 'review' ? 'flex-none!' : ''}`} aria-label="Flow">
      {(flow !== null || onBack !== null) && (
        <div className="import-facts">
          {onBack !== null && <IconButton label="Back to files" icon={<ArrowLeft />} onClick={onBack} />}
          {/* In a narrow pane the facts are cut, not the views. */}
          <div className="min-w-0 flex-1">{flow !== null && <Facts review={flow.review} />}</div>
          {flow !== null && (
            <Segments
              label="Flow view"
              value={view}
              options={views.map((one) => ({ value: one, label: viewWords[one] }))}
              onValue={onView}
            />
          )}
        </div>
      )}
      {flow === null ? (
        <NoFlow row={row} onRead={onRead} onOpen={onOpen} onOther={onOther} />
      ) : view === 'review' ? null : (
        <Suspense fallback={<SkeletonRows />}>
          {view === 'canvas' && (
            <div className="flow-canvas relative min-h-0 flex-1">
              <FlowPreview
                key={row.key}
                id={row.key}
                name={name}
                flow={flow}
                marks={marks}
                shownSteps={shownSteps}
                currentNode={chosenNode}
                onChoose={onNode}
              />
              <Suspense fallback={null}>
                {existingFlowId !== null && row.state.name !== 'done' && (
                  <ComparedStrip
                    key={row.key}
                    id={row.key}
                    flow={flow}
                    existingFlowId={existingFlowId}
                    onShow={() => onView('difference')}
                  />
                )}
              </Suspense>
            </div>
          )}
          {view === 'difference' &&
            (existingFlowId === null ? (
              <NoOther file={row.file} flow={flow} />
            ) : (
              <DifferenceView key={row.key} id={row.key} file={row.file} flow={flow} existingFlowId={existingFlowId} />
            ))}
          {view === 'json' && <JsonView key={row.key} name={name} template={flow.template} />}
        </Suspense>
      )}
    </section>
  )
}
