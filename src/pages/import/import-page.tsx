import { Eye, Upload } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { useWriteReason } from '#api/query/me.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { count } from '#lib/count.ts'
import { normalName } from '#lib/text/text.ts'
import { Page } from '#shell/page.tsx'
import { fileFlowPath, paths } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { DropZone } from '#ui/files/drop-zone.tsx'
import { PaneGrip } from '#ui/panes/pane-grip.tsx'
import { resizablePane } from '#ui/panes/pane.ts'
import { MoreFilesBox, moreFilesActions, NoFiles, readDropped, useMoreFiles, type MoreFiles } from './more-files.tsx'
import { FlowPane } from './preview/flow-pane.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import './import.css'
import { ruleReason, useImportRule } from './import-rule.ts'
import { clearRows, decideRow, type ImportRow } from './rows/import-rows.ts'
import { retryRead } from './rows/read-rows.ts'
import { useImport } from './use-import.ts'
import { useImportRowList } from './rows/use-import-rows.ts'
import { RowList } from './rows/row-list.tsx'
import { stepMarks } from './steps/step-marks.ts'
import { importLabel } from './steps/step-words.ts'
import { useChosenSteps } from './steps/use-chosen-steps.ts'
import type { StepGroup } from '#flow/choices/step-choices.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { ImportProgress } from './rows/import-progress.tsx'

const ReviewPanel = lazyPart(async () => (await import('./review/review-panel.tsx')).ReviewPanel)

const filesPane = resizablePane('import-files', { min: 220, share: 0.36 })
const reviewPane = resizablePane('import-review', { min: 360, share: 0.5 })

type Rows = ReturnType<typeof useImportRowList>

/** The open row: its flow and its review. */
function OpenRow({
  state,
  row,
  refusal,
  steps,
  canChooseSteps,
  sending,
  onFiles,
}: {
  state: Rows
  row: ImportRow
  /** Why the service does not accept the file; null if it does. */
  refusal: string | null
  /** The flow with the choices for its steps; null while it is computed. */
  steps: ChosenSteps | null
  canChooseSteps: boolean
  sending: ReturnType<typeof useImport>
  onFiles: () => void
}) {
  const { view, views, isOnePane, hasList, account, existing, names, clashes, go } = state
  const lockedReason = useWriteReason()
  const [node, setNode] = useState<{ row: string; id: string | null }>({ row: row.key, id: null })
  const [shownGroup, setShownGroup] = useState<{ row: string; group: StepGroup } | null>(null)
  const { flow } = row
  const changed = steps?.template ?? null
  const shownRow = useMemo(
    () => (flow === null || changed === null ? row : { ...row, flow: { ...flow, template: changed } }),
    [row, flow, changed],
  )
  const marks = useMemo(() => steps && stepMarks(steps, row.choices.steps), [steps, row.choices.steps])
  const shownSteps = useMemo(
    () => (shownGroup?.row === row.key ? new Set(shownGroup.group.indexes) : null),
    [shownGroup, row.key],
  )
  const name = row.choices.name ?? names.get(row.key) ?? flow?.name ?? ''
  const existingFlowId = flow === null ? null : (existing.names.get(normalName(flow.name)) ?? null)
  const chooseNode = (id: string | null) => {
    setNode({ row: row.key, id })
    setShownGroup(null)
  }
  const showNode = (id: string) => {
    chooseNode(id)
    if (view !== 'canvas') go({ view: 'canvas' }, false)
  }
  return (
    <>
      <FlowPane
        row={shownRow}
        name={name}
        marks={marks}
        shownSteps={shownSteps}
        view={flow === null ? 'canvas' : view}
        views={views}
        chosenNode={node.row === row.key ? node.id : null}
        existingFlowId={existingFlowId}
        onView={(next) => go({ row: row.key, view: next }, true)}
        onNode={chooseNode}
        onOther={state.rows.length === 1 ? onFiles : null}
        onRead={() => void retryRead(row.key)}
        onBack={isOnePane && hasList ? () => go({ row: null, view: null }, true) : null}
      />
      {flow !== null && (!isOnePane || view === 'review') && (
        <div className="import-review-pane">
          <Suspense fallback={<aside className="import-review" aria-label="Review" />}>
            <ReviewPanel
              key={row.key}
              row={row}
              flow={flow}
              steps={steps}
              canChooseSteps={canChooseSteps}
              isOnly={state.rows.length === 1}
              name={row.attempt?.name ?? name}
              isClash={clashes.has(row.key)}
              account={account.keys}
              accountFailed={account.failed}
              lockedReason={lockedReason}
              refusal={refusal}
              actions={{
                onChoices: (choices) => decideRow(row.key, { choices }),
                onNode: showNode,
                onGroup: (group) => {
                  showNode(group.ids[0] ?? '')
                  setShownGroup({ row: row.key, group })
                },
                onSkip: (isSkipped) => decideRow(row.key, { state: { name: isSkipped ? 'skipped' : 'ready' } }),
                onImport: () => sending.send([row.key]),
                onSave: () => sending.retrySavingChoices(row.key),
                onResolveUnsure: (how) => sending.resolveUnsure(row.key, how),
              }}
            />
          </Suspense>
          <PaneGrip pane={reviewPane} edge="left" label="Width of the review" />
        </div>
      )}
    </>
  )
}

const keysOf = (rows: readonly ImportRow[], name: ImportRow['state']['name']): string[] =>
  rows.filter(({ state }) => state.name === name).map(({ key }) => key)

/** The readable part of a broken file, which can be viewed but not sent. */
const readablePartOf = ({ state }: ImportRow) =>
  state.name === 'refused' ? (state.refusal.readable?.[0] ?? null) : null

/** The label for a single flow says what is left to do; on a phone it has no room for that, and the review says it. */
function ImportLabel({
  rows,
  acceptedCount,
  steps,
}: {
  rows: readonly ImportRow[]
  acceptedCount: number
  steps: ChosenSteps | null
}) {
  const [first, ...others] = rows
  if (first === undefined || others.length > 0)
    return acceptedCount === 0 ? 'Import' : `Import ${count(acceptedCount, 'flow')}`
  const [verb, rest] = [/^\S+/, /\s.*/].map((part) => part.exec(importLabel(steps, first.choices.steps))?.[0])
  return (
    <span>
      {verb}
      <span className="max-sm:sr-only">{rest}</span>
    </span>
  )
}

/** The list of the flows, with what was imported. */
function FilesPane({
  state: { rows, open, sums, isOnePane, go, warningCountOf },
  more,
  refusalOf,
  sending,
}: {
  state: Rows
  more: MoreFiles
  refusalOf: (row: ImportRow) => string | null
  sending: ReturnType<typeof useImport>
}) {
  const lockedReason = useWriteReason()
  return (
    <section className="import-files" aria-label="Files">
      <ImportProgress
        rows={rows}
        sums={sums}
        lockedReason={lockedReason}
        onCancel={sending.cancel}
        onRetry={() => sending.send(keysOf(rows, 'failed'))}
        onClear={clearRows}
      />
      <RowList
        rows={rows}
        currentKey={open?.key ?? null}
        warningCountOf={warningCountOf}
        refusalOf={refusalOf}
        onChoose={isOnePane ? null : (key) => go({ row: key }, true)}
        onOpen={(key) => go({ row: key }, !isOnePane)}
      />
      <MoreFilesBox {...more} />
      <PaneGrip pane={filesPane} edge="right" label="Width of the files" />
    </section>
  )
}

/**
 * Import of flow files in any format, with a review before they are sent. The URL contains the open row and its view.
 */
export function ImportPage() {
  const state = useImportRowList()
  const { rows, open, sums, files, isOnePane, hasList } = state
  const lockedReason = useWriteReason()
  const sending = useImport()
  const { send } = sending
  const navigate = useNavigate()
  const { more, dialog } = useMoreFiles()
  const { ready, sending: underWay, imported } = sums
  const flow = open === undefined ? null : (open.flow ?? readablePartOf(open))
  const noFlow = flow === null ? 'Choose a file that contains a flow.' : null
  const openWithoutImport = () => {
    if (flow === null) return
    void openFileFlow(flow, { file: open?.file ?? flow.name }).then((key) => void navigate(fileFlowPath(key)))
  }
  const steps = useChosenSteps(open, state.account.keys)
  const isListShown = hasList && (!isOnePane || open === undefined)
  const rule = useImportRule()
  const refusalOf = (row: ImportRow) => (row.state.name === 'ready' ? ruleReason(rule, row) : null)
  const refusals = rows.map(refusalOf).filter((reason) => reason !== null)
  const acceptedCount = ready - refusals.length
  const importReason =
    underWay > 0 ? 'Importing flows.' : acceptedCount > 0 ? null : (refusals[0] ?? 'No flows are ready to import.')
  return (
    <Page
      title="Import"
      section="Flows"
      sectionPath={paths.flows}
      count={files < 2 ? undefined : count(files, 'file')}
      titleAside={
        imported + underWay === 0 && (
          <span className="cut text-xs text-text-3 max-lg:hidden">Nothing is sent until you import.</span>
        )
      }
      actions={[{ label: 'Open without importing', icon: <Eye />, onSelect: openWithoutImport, reason: noFlow }]}
      more={hasList ? [] : moreFilesActions(more)}
      primary={
        <Button
          variant="primary"
          icon={<Upload />}
          reason={lockedReason ?? importReason}
          onClick={() => send(keysOf(rows, 'ready'))}
        >
          <ImportLabel rows={rows} acceptedCount={acceptedCount} steps={steps} />
        </Button>
      }
    >
      {rows.length === 0 ? (
        <NoFiles more={more} />
      ) : (
        <div
          className={`import ${hasList ? '' : 'is-single'} ${isOnePane && state.view === 'review' ? 'is-review' : ''}`}
        >
          {isListShown && <FilesPane state={state} more={more} refusalOf={refusalOf} sending={sending} />}
          {open !== undefined && (
            <OpenRow
              state={state}
              row={open}
              refusal={refusalOf(open)}
              steps={steps}
              canChooseSteps={rule?.accepts === 'any'}
              sending={sending}
              onFiles={more.onFiles}
            />
          )}
        </div>
      )}
      <DropZone words="Drop files to import them" onFiles={readDropped} />
      {dialog}
    </Page>
  )
}
