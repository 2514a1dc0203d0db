import { Eye, Upload } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useProduct, useWriteReason } from '#api/query/me.ts'
import { openFileFlow } from '#files/opened-files.ts'
import { count, formatCount } from '#lib/count.ts'
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
import { companionName } from './rows/source-file.ts'
import { stepMarks } from './steps/step-marks.ts'
import { importLabel, problemsLeft } from './steps/step-words.ts'
import { useChosenSteps } from './steps/use-chosen-steps.ts'
import type { StepGroup } from '#flow/choices/step-choices.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { ImportProgress } from './rows/import-progress.tsx'

const ReviewPanel = lazyPart(async () => (await import('./review/review-panel.tsx')).ReviewPanel)

const UpdateFlow = lazyPart(async () => (await import('./update/update-flow.tsx')).UpdateFlow)

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
  onOpen,
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
  /** Opens the flow, or the readable part of the file, without importing it. */
  onOpen: () => void
}) {
  const { view, views, isOnePane, hasList, account, existing, names, clashes, go } = state
  const lockedReason = useWriteReason()
  const product = useProduct()
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
  // A product gets the file unchanged, with the name in it.
  const freeName = product === null ? names.get(row.key) : undefined
  const name = row.choices.name ?? freeName ?? flow?.name ?? ''
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
        onOpen={onOpen}
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
              existingFlowId={existingFlowId}
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

const asideWords = ({ compare }: Rows): string =>
  compare === null
    ? 'Nothing is sent until you import.'
    : 'The file becomes another flow. After the import, both are compared.'

/** A phone lists the files below, and has room for the button only. */
const filesWords = (files: number, isOnePane: boolean) => (files < 2 || isOnePane ? undefined : count(files, 'file'))

/** The rows that the service accepts, and why it refuses the first of the others. */
function useAccepted(rows: readonly ImportRow[]) {
  const rule = useImportRule()
  const refusalOf = (row: ImportRow) => (row.state.name === 'ready' ? ruleReason(rule, row) : null)
  const accepted = rows.filter((row) => row.state.name === 'ready' && refusalOf(row) === null)
  const refusal = rows.map(refusalOf).find((reason) => reason !== null)
  return { rule, refusalOf, accepted, refusal }
}

/** Number of problems of the flows that were open, with the choices for their steps, by row. */
function useProblems(open: ImportRow | undefined, steps: ChosenSteps | null): ReadonlyMap<string, number> {
  const [problems, setProblems] = useState<ReadonlyMap<string, number>>(new Map())
  const key = open?.key
  const left = steps === null ? null : problemsLeft(steps)
  if (key !== undefined && left !== null && problems.get(key) !== left) setProblems(new Map(problems).set(key, left))
  return problems
}

/** The label says what is left to do: the problems of a single flow, or how many of several flows have some. */
function ImportLabel({
  rows,
  accepted,
  steps,
  problems,
}: {
  rows: readonly ImportRow[]
  accepted: readonly ImportRow[]
  /** Of the open row. */
  steps: ChosenSteps | null
  problems: ReadonlyMap<string, number>
}) {
  const product = useProduct()
  const [only] = accepted
  if (only === undefined) return 'Import'
  if (product !== null)
    return rows.filter((row) => companionName(row) === null).length === 1
      ? `Import to ${product.title}`
      : `Import ${count(accepted.length, 'flow')}`
  if (rows.length === 1) return importLabel(steps, only.choices.steps)
  const faulty = accepted.filter(({ key, flow }) => {
    if (flow === null) return false
    const { foreign, faulty: wrong, otherErrors } = flow.review.verdict
    return (problems.get(key) ?? foreign + wrong + otherErrors) > 0
  }).length
  const many = accepted.length
  return (
    <span>
      Import {formatCount(many)}
      {/* On a phone there is room for the problems only. */}
      <span className={faulty === 0 ? undefined : 'max-sm:sr-only'}> {many === 1 ? 'flow' : 'flows'}</span>
      {faulty > 0 && `${faulty === many ? '' : `, ${formatCount(faulty)}`} with problems`}
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
function ImportFiles() {
  const state = useImportRowList()
  const { rows, open, sums, files, isOnePane, hasList } = state
  const lockedReason = useWriteReason()
  const sending = useImport()
  const { send } = sending
  const navigate = useNavigate()
  const { more, dialog } = useMoreFiles()
  const { sending: underWay, imported } = sums
  const flow = open === undefined ? null : (open.flow ?? readablePartOf(open))
  const noFlow = flow === null ? 'Choose a file that contains a flow.' : null
  const openWithoutImport = () => {
    if (flow === null) return
    void openFileFlow(flow, { file: open?.file ?? flow.name }).then((key) => void navigate(fileFlowPath(key)))
  }
  const product = useProduct()
  // The steps of its own files run in the product.
  const steps = useChosenSteps(product === null ? open : undefined, state.account.keys)
  const isListShown = hasList && (!isOnePane || open === undefined)
  const { rule, refusalOf, accepted, refusal } = useAccepted(rows)
  const problems = useProblems(open, steps)
  const importReason =
    underWay > 0 ? 'Importing flows.' : accepted.length > 0 ? null : (refusal ?? 'No flows are ready to import.')
  return (
    <Page
      title="Import"
      section="Flows"
      sectionPath={paths.flows}
      count={filesWords(files, isOnePane)}
      titleAside={
        imported + underWay === 0 && <span className="cut text-xs text-text-3 max-lg:hidden">{asideWords(state)}</span>
      }
      actions={[{ label: 'Open without importing', icon: <Eye />, onSelect: openWithoutImport, reason: noFlow }]}
      more={hasList ? [] : moreFilesActions(more)}
      primary={
        <Button
          variant="primary"
          icon={<Upload className="max-sm:hidden" />}
          reason={lockedReason ?? importReason}
          onClick={() => send(keysOf(rows, 'ready'))}
        >
          <ImportLabel rows={rows} accepted={accepted} steps={steps} problems={problems} />
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
              onOpen={openWithoutImport}
            />
          )}
        </div>
      )}
      <DropZone words="Drop files to import them" onFiles={readDropped} />
      {dialog}
    </Page>
  )
}

/** The import, or the update of a flow by a file, which has parts in common with it. */
export function ImportPage() {
  const { id } = useParams()
  return id === undefined ? (
    <ImportFiles />
  ) : (
    <Suspense>
      <UpdateFlow key={id} id={id} />
    </Suspense>
  )
}
