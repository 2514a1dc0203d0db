import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { flowTrash, trashDays, type DeletedFlow } from '#contract/flows/flow-trash.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { LoadNote } from '#parts/display/load-note.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { RemovalDialog } from '#parts/forms/removal-dialog.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { EmptyFilter } from '#ui/feedback/empty-state.tsx'
import { ProgressLine, SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { daysUntil } from './days-until.ts'
import type { ServiceTrash } from './use-service-trash.ts'

/** Expandable list of what is different after a restore. */
const AfterRestore = () => (
  <details className="px-5 py-3 max-lg:px-4">
    <summary className="link w-fit cursor-pointer">What is different after a restore</summary>
    <ul className="mt-2 grid max-w-[640px] list-disc gap-1 pl-5 text-text-2">
      <li>Status: an active flow is paused. Activate it to run it.</li>
      <li>Runs that were waiting or queued: they failed when the flow was deleted.</li>
      <li>Bindings: those to tools and channels that were deleted since then are open.</li>
      <li>Channels: those that start another flow by now stay with that flow.</li>
    </ul>
  </details>
)

/** Confirms that a flow is deleted permanently. */
function PurgeDialog({ flow: { id, name }, onClose }: { flow: DeletedFlow; onClose: () => void }) {
  const purge = useApiMutation(flowTrash.purge)
  return (
    <RemovalDialog
      title={
        <>
          Delete “<bdi>{name}</bdi>” permanently?
        </>
      }
      submitLabel="Delete permanently"
      doneMessage={`“${name}” was deleted permanently`}
      failedTitle="The flow was not deleted"
      removal={purge}
      onRemove={(onSuccess) => purge.mutate({ id }, { onSuccess })}
      onClose={onClose}
    >
      The flow and its versions are deleted. This cannot be undone. Its runs and conversations are kept under its name.
    </RemovalDialog>
  )
}

function FlowLine({
  flow,
  lockedReason,
  isRestoring,
  onRestore,
  onPurge,
}: {
  flow: DeletedFlow
  lockedReason: string | null
  isRestoring: boolean
  onRestore: () => void
  onPurge: () => void
}) {
  const now = useNow()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2.5 max-lg:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">
          <bdi>{flow.name}</bdi> {flow.sample && <Tag>sample</Tag>}
        </p>
        <p className="text-xs text-text-2 wrap-anywhere">
          Deleted <TimeText at={flow.deleted_at} /> by <bdi>{flow.deleted_by.name}</bdi> ·{' '}
          {count(flow.node_count, 'node')} · {count(flow.run_count, 'run')} ·{' '}
          {flow.version_count > 1 && `${count(flow.version_count, 'version')} · `}
          removed in {count(daysUntil(Date.parse(flow.expires_at), now, trashDays), 'day')}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button
          icon={<RotateCcw />}
          aria-label={`Restore ${flow.name}`}
          reason={lockedReason}
          busy={isRestoring}
          onClick={onRestore}
        >
          Restore
        </Button>
        <IconButton
          label={`Delete ${flow.name} permanently`}
          icon={<Trash2 />}
          reason={lockedReason}
          onClick={onPurge}
        />
      </div>
    </li>
  )
}

/** Deleted flows in the trash of the service. Empty without any. */
export function ServiceList({ trash }: { trash: ServiceTrash }) {
  const { list, search, restoring } = trash
  const lockedReason = useWriteReason()
  const [purged, setPurged] = useState<DeletedFlow | null>(null)
  const page = list.data
  const isEmpty = page !== undefined && page.results.length === 0
  if (isEmpty && search === '' && trash.from === 0 && restoring.error === null) return null
  return (
    <section aria-label="In the service">
      <p className="max-w-[720px] px-5 pt-3 text-text-2 max-lg:px-4">
        Deleted flows are kept for {trashDays} days, with their versions and runs.
      </p>
      <AfterRestore />
      {(search !== '' || (page?.count ?? 0) > defaultLimit) && (
        <div className="px-5 pb-3 max-lg:px-4" role="search" aria-label="Deleted flows">
          <SearchField
            label="Search deleted flows"
            value={search}
            onSearch={trash.onSearch}
            className="w-72! max-sm:w-full!"
          />
        </div>
      )}
      <div className="px-5 pb-2 empty:hidden max-lg:px-4">
        <ActionError title="The flow was not restored" error={restoring.error} />
        {list.error !== null && (
          <LoadNote
            what="The trash"
            error={list.error}
            onRetry={() => void list.refetch()}
            isStale={page !== undefined}
          />
        )}
      </div>
      <ProgressLine busy={list.isFetching && page !== undefined} />
      {page === undefined && list.error === null && <SkeletonRows />}
      {isEmpty && (
        <EmptyFilter words="No deleted flow matches.">
          <Button onClick={() => trash.onSearch('')}>Show all</Button>
        </EmptyFilter>
      )}
      {page !== undefined && !isEmpty && (
        <>
          <ul className="border-t border-line" aria-label="Deleted flows">
            {page.results.map((flow) => (
              <FlowLine
                key={flow.id}
                flow={flow}
                lockedReason={lockedReason}
                isRestoring={restoring.isPending && restoring.variables.id === flow.id}
                onRestore={() => trash.restore(flow)}
                onPurge={() => setPurged(flow)}
              />
            ))}
          </ul>
          {(trash.onPrevious !== null || trash.onNext !== null) && (
            <Pager
              from={trash.from}
              rows={page.results.length}
              count={page.count}
              isEstimate={page.count_is === 'about'}
              onPrevious={trash.onPrevious}
              onNext={trash.onNext}
            />
          )}
        </>
      )}
      {purged !== null && <PurgeDialog flow={purged} onClose={() => setPurged(null)} />}
    </section>
  )
}
