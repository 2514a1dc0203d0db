import { useQuery } from '@tanstack/react-query'
import { FlaskConical, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useExtension, useMe, useWriteReason } from '#api/me.ts'
import { q, useApiMutation } from '#api/query.ts'
import { sample } from '#contract/account.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { parseMicros } from '#lib/money.ts'
import { ActionError } from '#parts/action-error.tsx'
import { LoadError, meaningOfRead } from '#parts/load-error.tsx'
import { Page } from '#shell/page.tsx'
import { Button } from '#ui/button.tsx'
import { DropZone } from '#ui/drop-zone.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Note } from '#ui/note.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { showToast } from '#ui/toast.tsx'
import { FlowRowsContext } from './flow-rows.ts'
import { FlowsFilter } from './flows-filter.tsx'
import { FlowsList } from './flows-list.tsx'
import { isFiltered, listInput, readView, writeView, type FlowsView } from './flows-view.ts'
import { clearImports, useImportJobs } from './import-jobs.ts'
import { ImportPanel } from './import-panel.tsx'
import { useLeavingFlows } from './leaving-flows.ts'
import { KeptNotes, LeavingElsewhere } from './leaving-notes.tsx'
import { NewFlowDialog } from './new-flow-dialog.tsx'
import { pickFiles } from './pick-files.ts'
import { useDeleteFlow } from './use-delete-flow.ts'
import { useExportFlow } from './use-export-flow.ts'
import { useImport } from './use-import.ts'

/** Kinds of files that the dialog offers first; whatever is chosen is looked at. */
const accepted = '.json,application/json,.yaml,.yml'

/** Nothing here yet: import, begin, or look at a sample. */
function NoFlows({ onImport, onNew }: { onImport: () => void; onNew: () => void }) {
  const hasSample = useExtension('sample')
  const isOwner = useMe()?.role === 'owner'
  const add = useApiMutation(sample.create)
  const ways = [
    {
      icon: <Upload />,
      title: 'Import files',
      words: 'Drop templates anywhere here, also those of other products.',
      onChoose: onImport,
    },
    { icon: <Plus />, title: 'Start from nothing', words: 'Name it now, import its nodes later.', onChoose: onNew },
  ]
  const look = {
    icon: <FlaskConical />,
    title: add.isPending ? 'Adding the sample' : 'Look at a sample',
    words: 'About 30 flows, marked as sample, gone with one click.',
    onChoose: () => {
      if (!add.isPending)
        add.mutate({}, { onSuccess: (made) => showToast({ message: `${made.flows} sample flows added` }) })
    },
  }
  return (
    <>
      <EmptyState
        title="No flows yet"
        words="A flow says what happens when a message, call or event comes in. Your flows will be listed here with their runs and what they cost."
        ways={hasSample && isOwner ? [...ways, look] : ways}
      />
      {add.error !== null && (
        <div className="mx-auto max-w-[560px] p-5">
          <ActionError title="The sample was not added" error={add.error} />
        </div>
      )}
    </>
  )
}

/** The flows of the account. The URL holds search, status, order and page. */
export function FlowsPage() {
  const [query, setQuery] = useSearchParams()
  const view = readView(query)
  const flows = useQuery(q(flowApi.list, listInput(view)))
  // What was read last stays in sight while the next view cannot be read.
  const [last, setLast] = useState(flows.data)
  if (flows.data !== undefined && flows.data !== last) setLast(flows.data)
  const page = flows.data ?? last
  const [isNew, setIsNew] = useState(false)
  const [renaming, setRenaming] = useState<string | null>(null)
  const leaving = useLeavingFlows()
  const jobs = useImportJobs()
  const imports = useImport()
  const onDelete = useDeleteFlow()
  const exporting = useExportFlow()
  const lockedReason = useWriteReason()

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
  const rows = page?.results ?? []
  const shown = new Set(rows.map((row) => row.id))
  const topCost = rows.reduce((top, row) => {
    const micros = parseMicros(row.cost_last_30_days) ?? 0n
    return micros > top ? micros : top
  }, 0n)
  const none = page?.count === 0 && !isFiltered(view)
  const context = {
    leaving: new Map(leaving.map((one) => [one.id, one])),
    renaming,
    onRename: setRenaming,
    onDelete,
    onExport: exporting.mutate,
    lockedReason,
    topCost,
  }
  return (
    <Page
      title="Flows"
      count={page?.count}
      busy={flows.isFetching && page !== undefined}
      actions={[{ label: 'Import', icon: <Upload />, onSelect: choose, reason: lockedReason }]}
      primary={
        <Button look="primary" icon={<Plus />} reason={lockedReason} onClick={() => setIsNew(true)}>
          New flow
        </Button>
      }
    >
      <FlowRowsContext value={context}>
        <div className="flex min-h-0 flex-1">
          <div className="@container flex min-h-0 min-w-0 flex-1 flex-col">
            <KeptNotes />
            {exporting.error !== null && (
              <div className="px-5 py-2 max-lg:px-4">
                <ActionError title="The flow was not exported" error={exporting.error} />
              </div>
            )}
            <LeavingElsewhere flows={leaving.filter((one) => !shown.has(one.id))} />
            {!none && <FlowsFilter view={view} onView={onView} />}
            {flows.error !== null && page !== undefined && (
              <div className="px-5 pb-2 max-lg:px-4">
                <Note tone="bad" title="Flows could not be loaded">
                  <p>{meaningOfRead(flows.error)} What was read last is still shown.</p>
                  <button type="button" className="link cursor-pointer" onClick={() => void flows.refetch()}>
                    Try again
                  </button>
                </Note>
              </div>
            )}
            {page !== undefined ? (
              none ? (
                <NoFlows onImport={choose} onNew={() => setIsNew(true)} />
              ) : (
                <FlowsList page={page} view={view} onView={onView} />
              )
            ) : flows.error !== null ? (
              <LoadError what="Flows" error={flows.error} onRetry={() => void flows.refetch()} />
            ) : (
              <SkeletonRows />
            )}
          </div>
          {jobs.length > 0 && (
            <ImportPanel jobs={jobs} onRetry={imports.retry} onMore={choose} onClose={clearImports} />
          )}
        </div>
      </FlowRowsContext>
      <DropZone words="Drop files to import them" onFiles={drop} />
      {isNew && <NewFlowDialog onClose={() => setIsNew(false)} />}
    </Page>
  )
}
