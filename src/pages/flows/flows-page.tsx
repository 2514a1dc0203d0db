import { Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useExtension, useWriteReason } from '#api/me.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { parseMicros } from '#lib/money.ts'
import { ActionError } from '#parts/action-error.tsx'
import { LoadError } from '#parts/load-error.tsx'
import { StaleNote } from '#parts/load-note.tsx'
import { Page } from '#shell/page.tsx'
import { Button } from '#ui/button.tsx'
import { DropZone } from '#ui/drop-zone.tsx'
import { useLoadLater } from '#ui/load-later.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { dropFlows, useChosenFlows } from './chosen-flows.ts'
import { FlowRowsContext, type FlowRows } from './flow-rows.ts'
import { shownFlow, writesOf } from './flow-state.ts'
import { useFlowWork } from './flow-work.ts'
import { FlowsFilter } from './flows-filter.tsx'
import { FlowsList } from './flows-list.tsx'
import { isFiltered, readView, writeView, type FlowsView } from './flows-view.ts'
import { clearImports, useImportJobs } from './import-list.ts'
import { loadBulk, loadLaterParts, loadNewFlow, loadTags, loadWorkPanel } from './later-parts.ts'
import { useLeavingFlows } from '#parts/leaving-flows.ts'
import { KeptNotes, LeavingElsewhere } from './leaving-notes.tsx'
import { pickFiles } from './pick-files.ts'
import { useDeleteFlow } from '#parts/use-delete-flow.ts'
import { useExportFlow } from '#parts/use-export-flow.ts'
import { useFlowActions } from './use-flow-actions.ts'
import { useFlowList } from './use-flow-list.ts'
import { useImport } from './use-import.ts'

const FlowsBulk = lazy(async () => ({ default: (await loadBulk()).FlowsBulk }))
const ImportPanel = lazy(async () => ({ default: (await import('./import-panel.tsx')).ImportPanel }))
const NewFlowDialog = lazy(async () => ({ default: (await loadNewFlow()).NewFlowDialog }))
const NoFlows = lazy(async () => ({ default: (await import('./no-flows.tsx')).NoFlows }))
const TagsDialog = lazy(async () => ({ default: (await loadTags()).TagsDialog }))
const WorkPanel = lazy(async () => ({ default: (await loadWorkPanel()).WorkPanel }))

/** Kinds of files that the dialog offers first; whatever is chosen is looked at. */
const accepted = '.json,application/json,.yaml,.yml'

/** The highest cost of the rows, in micros. */
const topCostOf = (rows: readonly FlowSummary[]): bigint =>
  rows.reduce((top, row) => {
    const micros = parseMicros(row.cost_last_30_days) ?? 0n
    return micros > top ? micros : top
  }, 0n)

/** What cells know beside their row, and the tags that are being asked for. */
function useRows(rows: readonly FlowSummary[]) {
  const [renaming, setRenaming] = useState<string | null>(null)
  const [tagging, setTagging] = useState<readonly FlowSummary[] | null>(null)
  const leaving = useLeavingFlows()
  const remove = useDeleteFlow()
  const exporting = useExportFlow()
  const works = useFlowWork()
  const context: FlowRows = {
    leaving: new Map(leaving.map((one) => [one.id, one])),
    writes: writesOf(works),
    renaming,
    onRename: setRenaming,
    onDelete: (flow) => {
      dropFlows([flow.id])
      remove(flow)
    },
    onExport: exporting.mutate,
    onTags: setTagging,
    actions: useFlowActions(),
    hasLife: useExtension('flow_life'),
    lockedReason: useWriteReason(),
    topCost: topCostOf(rows),
  }
  return { context, leaving, works, exportError: exporting.error, tagging, endTagging: () => setTagging(null) }
}

/** The flows of the account. The URL holds search, status, tags, order, form and page. */
export function FlowsPage() {
  const [query, setQuery] = useSearchParams()
  const view = readView(query)
  const list = useFlowList(view)
  const { shown } = list
  const rows = shown?.page.results ?? []
  const { context, leaving, works, exportError, tagging, endTagging } = useRows(rows)
  const { writes, lockedReason } = context
  const [isNew, setIsNew] = useState(false)
  const chosen = [...useChosenFlows().values()]
  const jobs = useImportJobs()
  const imports = useImport()
  useLoadLater(loadLaterParts)

  const onView = (next: FlowsView) => {
    // Typing a search is one step back, whatever its length; everything else is a step of its own.
    const typed = next.search !== view.search && view.search !== ''
    setQuery(writeView(next), { replace: typed })
  }
  const choose = () =>
    void pickFiles(accepted).then((files) => {
      if (files.length > 0) imports.start(files)
    })
  const drop = (files: File[]) => {
    if (lockedReason === null) imports.start(files)
    else showToast({ message: lockedReason })
  }
  const none = shown?.page.count === 0 && !isFiltered(shown.view)
  const told = works.filter((work) => work.told)
  const about = shown?.page.count_is === 'about' ? `about ${shown.page.count.toLocaleString()}` : shown?.page.count
  const content =
    shown === null ? (
      list.error === null ? (
        <SkeletonRows />
      ) : (
        <LoadError what="Flows" error={list.error} onRetry={list.onRetry} />
      )
    ) : (
      <>
        <StaleNote what="Flows" error={list.error} onRetry={list.onRetry} />
        {none ? (
          <Suspense fallback={null}>
            <NoFlows onImport={choose} onNew={() => setIsNew(true)} />
          </Suspense>
        ) : (
          <FlowsList
            page={{ ...shown.page, results: rows.map((row) => shownFlow(row, writes.get(row.id))) }}
            shown={shown.view}
            view={view}
            onView={onView}
          />
        )}
      </>
    )
  return (
    <Page
      title="Flows"
      count={about}
      busy={list.isFetching && shown !== null}
      actions={[{ label: 'Import', icon: <Upload />, onSelect: choose, reason: lockedReason }]}
      primary={
        <Button look="primary" icon={<Plus />} reason={lockedReason} onClick={() => setIsNew(true)}>
          New flow
        </Button>
      }
    >
      <FlowRowsContext value={context}>
        <div className={`flex min-h-0 flex-1 ${chosen.length > 0 ? 'has-bulk-bar' : ''}`}>
          <div className="@container relative flex min-h-0 min-w-0 flex-1 flex-col">
            <KeptNotes />
            {exportError !== null && (
              <div className="px-5 py-2 max-lg:px-4">
                <ActionError title="The flow was not exported" error={exportError} />
              </div>
            )}
            <LeavingElsewhere flows={leaving.filter((one) => rows.every((row) => row.id !== one.id))} />
            {!none && <FlowsFilter view={view} onView={onView} />}
            {content}
            <Suspense fallback={null}>{chosen.length > 0 && <FlowsBulk flows={chosen} />}</Suspense>
          </div>
          <Suspense fallback={null}>
            {told.length > 0 ? (
              <WorkPanel works={told} />
            ) : (
              jobs.length > 0 && (
                <ImportPanel jobs={jobs} onRetry={imports.retry} onMore={choose} onClose={clearImports} />
              )
            )}
          </Suspense>
        </div>
        <DropZone words="Drop files to import them" onFiles={drop} />
        <Suspense fallback={null}>
          {isNew && <NewFlowDialog onClose={() => setIsNew(false)} />}
          {tagging !== null && (
            <TagsDialog
              flows={tagging}
              onClose={endTagging}
              onSave={(change) => {
                endTagging()
                context.actions.tag(tagging, change)
              }}
            />
          )}
        </Suspense>
      </FlowRowsContext>
    </Page>
  )
}
