import { Plus, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useLacks, useWriteReason } from '#api/query/me.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { useFlowAbilities } from '#parts/flows/flow-abilities.ts'
import { handOffFiles } from '#parts/flows/file-handoff.ts'
import { activateTransition } from '#parts/flows/flow-transitions.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { useKnownFields } from '#parts/lists/known-fields.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { ListNote } from '#parts/lists/list-note.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { StaleNote } from '#parts/display/load-note.tsx'
import { RefusedFilters } from '#parts/lists/refused-filters.tsx'
import { withRefused } from '#parts/lists/refused-filter-words.ts'
import { flowStatusWord } from '#parts/display/status.tsx'
import { Page } from '#shell/page.tsx'
import { paths, currentSearchParams } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
// Loaded immediately: until then, the browser would open a dropped file in place of the page.
import { DropZone } from '#ui/files/drop-zone.tsx'
import { lazyPart, useDeferredLoad } from '#ui/browser/lazy-part.tsx'
import { phone, useMedia } from '#ui/browser/media.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { deselectFlows, useSelectedFlows } from './bulk/selected-flows.ts'
import { FlowRowsContext, type FlowRows } from './list/flow-rows-context.ts'
import { flowWithWrites, flowWritesOf } from './bulk/flow-writes.ts'
import { useFlowWork, useRowWork } from './bulk/flow-work.ts'
import { FlowsFilter } from './flows-filter.tsx'
import { FlowsList } from './list/flows-list.tsx'
import {
  flowsFiltersOf,
  isFlowsFiltered,
  readFlowsView,
  refusedFlowsFilters,
  writeFlowsView,
  type FlowsView,
} from './flows-view.ts'
import { usePendingDeletions } from '#parts/flows/pending-deletions.ts'
import { PendingDeletionNotes } from './deletion/pending-deletion-notes.tsx'
import { useDeleteFlow } from '#parts/flows/use-delete-flow.ts'
import { useExportFlow } from '#parts/flows/use-export-flow.ts'
import { hasRecentFailures } from './list/recent-failures.ts'
import { useTopCost } from './list/top-cost.ts'
import { useFlowList } from './list/use-flow-list.ts'
import { useMoreActions, loadFlowActions, useFlowListActions } from './bulk/use-flow-actions.tsx'

const NoFlows = lazyPart(async () => (await import('./list/flows-empty.tsx')).FlowsEmpty)

const DefinitionMatches = lazyPart(async () => (await import('./list/definition-matches.tsx')).DefinitionMatches)
const FlowsBulk = lazyPart(async () => (await import('./bulk/flows-bulk.tsx')).FlowsBulk)
const NewFlowDialog = lazyPart(async () => (await import('./new-flow-dialog.tsx')).NewFlowDialog)
const TagsDialog = lazyPart(async () => (await import('#parts/tags/tags-dialog.tsx')).TagsDialog)
const ActivateFlowsDialog = lazyPart(async () => (await import('./bulk/activate-flows-dialog.tsx')).ActivateFlowsDialog)
const WorkPanel = lazyPart(async () => (await import('./bulk/work-panel.tsx')).WorkPanel)

/** Context for the cells of the list, and the state of its dialogs. */
function useRows(topCost: bigint) {
  const [renamedId, setRenamedId] = useState<string | null>(null)
  const [taggedFlows, setTaggedFlows] = useState<readonly FlowSummary[] | null>(null)
  const [activated, setActivated] = useState<readonly FlowSummary[] | null>(null)
  const pendingDeletions = usePendingDeletions()
  const remove = useDeleteFlow()
  const exporting = useExportFlow()
  const actions = useFlowListActions()
  const context: FlowRows = {
    pendingDeletions: new Map(pendingDeletions.map((one) => [one.id, one])),
    writes: flowWritesOf(useRowWork()),
    renamedId,
    onRename: setRenamedId,
    onDelete: (flow) => {
      deselectFlows([flow.id])
      remove(flow)
    },
    onExport: exporting.mutate,
    onTags: setTaggedFlows,
    actions: {
      ...actions,
      // Starts runs that send and cost something: asked first, as on the page of a flow.
      move: (flows, move) => (move.verb === 'activate' ? setActivated(flows) : actions.move(flows, move)),
    },
    abilities: useFlowAbilities(),
    lockedReason: useWriteReason(),
    topCost,
    isPhone: useMedia(phone),
  }
  return {
    context,
    pendingDeletions,
    exportError: exporting.error,
    dialogs: (
      <>
        {taggedFlows !== null && (
          <TagsDialog
            flows={taggedFlows}
            onClose={() => setTaggedFlows(null)}
            onSave={(change) => {
              setTaggedFlows(null)
              actions.tag(taggedFlows, change)
            }}
          />
        )}
        {activated !== null && (
          <ActivateFlowsDialog
            flows={activated}
            onClose={(isConfirmed) => {
              setActivated(null)
              if (isConfirmed) actions.move(activated, activateTransition)
            }}
          />
        )}
      </>
    ),
  }
}

/** Results of bulk work. */
function SidePanel() {
  const panelWork = useFlowWork().filter((work) => work.isInPanel)
  return <Suspense fallback={null}>{panelWork.length > 0 && <WorkPanel works={panelWork} />}</Suspense>
}

function ExportErrors({ flowError, listError }: { flowError: ApiError | null; listError: ApiError | null }) {
  if (flowError === null && listError === null) return null
  return (
    <div className="px-5 py-2 max-lg:px-4">
      <ActionError title="The flow was not exported" error={flowError} />
      <ActionError title="Nothing was exported: the list of flows could not be read" error={listError} />
    </div>
  )
}

/** How flows are added; null = the service cannot do this. */
function useWays(openImport: () => void, openNew: () => void) {
  return {
    onImport: useLacks('flow.import') ? null : openImport,
    onNew: useLacks('flow.create') ? null : openNew,
  }
}

function ImportDropZone({ onImport }: Pick<ReturnType<typeof useWays>, 'onImport'>) {
  if (onImport === null) return null
  const drop = (files: File[]) => {
    handOffFiles(files)
    onImport()
  }
  return <DropZone words="Drop files to import them" onFiles={drop} />
}

/** Import and New flow, as far as the service has them; the last one is the primary action. */
function HeaderButtons({
  lockedReason,
  onImport,
  onNew,
}: { lockedReason: string | null } & ReturnType<typeof useWays>) {
  return (
    <>
      {onImport !== null && (
        <Button
          icon={<Upload />}
          variant={onNew === null ? 'primary' : 'default'}
          aria-label="Import"
          onClick={onImport}
        >
          <span className={onNew === null ? '' : 'max-sm:hidden'}>Import</span>
        </Button>
      )}
      {onNew !== null && (
        <Button variant="primary" icon={<Plus />} reason={lockedReason} onClick={onNew}>
          New flow
        </Button>
      )}
    </>
  )
}

/** The flows of the account. The URL contains search, status, tags, order, form and page. */
export function FlowsPage() {
  const [query, setQuery] = useSearchParams()
  const view = readFlowsView(query)
  const list = useFlowList(view)
  const { loaded } = list
  const rows = loaded?.page.results ?? []
  const { context, pendingDeletions, exportError, dialogs } = useRows(useTopCost(view, loaded?.page))
  const { writes, lockedReason } = context
  const isKnown = useKnownFields(rows)
  const { more, error: listError } = useMoreActions(view, knownTotal(loaded?.page))
  const [isNew, setIsNew] = useState(false)
  const selectedFlows = [...useSelectedFlows().values()]
  const navigate = useNavigate()
  useDeferredLoad(loadFlowActions)

  const onView = (next: FlowsView) => {
    // Typing a search adds one history entry in total, any other change its own. Reads the current URL, because on a
    // slow machine several letters are typed before the first is rendered.
    const { search } = readFlowsView(currentSearchParams())
    const typed = next.search !== view.search && search !== ''
    setQuery(writeFlowsView(next), { replace: typed })
  }
  const openImport = () => void navigate(paths.import)
  const ways = useWays(openImport, () => setIsNew(true))
  const isAccountEmpty = loaded?.page.count === 0 && !isFlowsFiltered(loaded.view)
  const total = knownTotal(loaded?.page)
  const about = loaded?.page.count_is === 'about' && total !== null ? `about ${total.toLocaleString()}` : total
  const content =
    loaded === null ? (
      list.error === null ? (
        <SkeletonRows />
      ) : (
        <LoadError what="Flows" error={list.error} onRetry={list.onRetry} />
      )
    ) : (
      <>
        <StaleNote what="Flows" error={list.error} onRetry={list.onRetry} />
        <ListNote page={loaded.page} filters={flowsFiltersOf(loaded.view, flowStatusWord).map(({ key }) => key)} />
        {isAccountEmpty ? (
          <Suspense fallback={null}>
            <NoFlows {...ways} />
          </Suspense>
        ) : (
          <FlowsList
            page={{ ...loaded.page, results: rows.map((row) => flowWithWrites(row, writes.get(row.id))) }}
            shownView={loaded.view}
            view={view}
            onView={onView}
          />
        )}
      </>
    )
  return (
    <Page
      title="Flows"
      count={about ?? undefined}
      busy={list.isFetching && loaded !== null}
      more={more}
      primary={<HeaderButtons lockedReason={lockedReason} {...ways} />}
    >
      <FlowRowsContext value={context}>
        <div className={`flex min-h-0 flex-1 ${selectedFlows.length > 0 ? 'has-bulk-bar' : ''}`}>
          <div className="@container relative flex min-h-0 min-w-0 flex-1 flex-col">
            <ExportErrors flowError={exportError} listError={listError} />
            <PendingDeletionNotes flows={pendingDeletions.filter((one) => rows.every((row) => row.id !== one.id))} />
            {!isAccountEmpty && (
              <FlowsFilter view={view} offered={{ hasFailures: hasRecentFailures(rows), isKnown }} onView={onView} />
            )}
            <RefusedFilters
              refused={refusedFlowsFilters(query)}
              onRemove={(others) => setQuery(withRefused(writeFlowsView(view), others))}
            />
            <Suspense fallback={null}>
              <DefinitionMatches search={view.search} />
            </Suspense>
            {content}
            <Suspense fallback={null}>{selectedFlows.length > 0 && <FlowsBulk flows={selectedFlows} />}</Suspense>
          </div>
          <SidePanel />
        </div>
        <ImportDropZone onImport={ways.onImport} />
        <Suspense fallback={null}>
          {isNew && <NewFlowDialog onClose={() => setIsNew(false)} />}
          {dialogs}
        </Suspense>
      </FlowRowsContext>
    </Page>
  )
}
