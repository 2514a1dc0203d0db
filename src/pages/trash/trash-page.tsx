import { Download, RotateCcw, Trash2, Workflow } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useProduct, useWriteReason } from '#api/query/me.ts'
import { count } from '#lib/count.ts'
import { formatSize } from '#lib/formatters.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { trashExpiry, retentionDays, type TrashCopy } from '#parts/trash/trash-limits.ts'
import { Page } from '#shell/page.tsx'
import { flowPath, paths } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { useNow } from '#ui/browser/now.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { isFromService, RestoreUnconfirmedError, useTrash } from './use-trash.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Whole days until a copy is deleted. */
const daysLeft = (copy: TrashCopy, now: number): number =>
  Math.min(retentionDays, Math.max(1, Math.ceil((trashExpiry(copy) - now) / dayMs)))

/** Expandable list of what is not restored. */
function NotRestored() {
  const product = useProduct()
  return (
    <details className="px-5 py-3 max-lg:px-4">
      <summary className="link w-fit cursor-pointer">What is not restored</summary>
      <ul className="mt-2 grid max-w-[640px] list-disc gap-1 pl-5 text-text-2">
        <li>Id: the restored flow gets a new id, so old links do not work.</li>
        {product === null ? (
          <>
            <li>Runs and costs: they stay under Runs and Billing with the old flow.</li>
            <li>Conversations: they stay in the Inbox under the old flow.</li>
          </>
        ) : (
          <li>Runs and conversations: {product.title} may have deleted them with the flow.</li>
        )}
        <li>Channels: connect them to the flow again.</li>
        <li>
          Bindings: tools, channels and secrets are matched by key and name. Manual choices must be made again. The copy
          contains no secret values.
        </li>
        <li>Status, tags and versions: the restored flow is a draft at version 1. Activate it to run it.</li>
      </ul>
    </details>
  )
}

function CopyLine({
  copy,
  isProduct,
  lockedReason,
  isRestoring,
  onRestore,
  onSave,
  onRemove,
}: {
  copy: TrashCopy
  isProduct: boolean
  lockedReason: string | null
  isRestoring: boolean
  onRestore: () => void
  onSave: () => void
  onRemove: () => void
}) {
  const now = useNow()
  // Copies of an earlier version have 0 for files in the format of a product.
  const hasNodeCount = copy.nodes !== null && (copy.nodes > 0 || !isProduct)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2.5 max-lg:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">
          <bdi>{copy.name}</bdi>
        </p>
        <p className="text-xs text-text-2">
          Deleted <TimeText at={new Date(Math.min(copy.at, now)).toISOString()} /> ·{' '}
          {hasNodeCount && `${count(copy.nodes ?? 0, 'node')} · `}
          {formatSize(copy.bytes)} · removed in {count(daysLeft(copy, now), 'day')}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button
          icon={<RotateCcw />}
          aria-label={`Restore ${copy.name}`}
          reason={lockedReason}
          busy={isRestoring}
          onClick={onRestore}
        >
          Restore
        </Button>
        <IconButton label={`Download the copy of ${copy.name}`} icon={<Download />} onClick={onSave} />
        <IconButton label={`Remove the copy of ${copy.name}`} icon={<Trash2 />} onClick={onRemove} />
      </div>
    </li>
  )
}

/** Trash page: copies of flows that were deleted in this browser. */
export function TrashPage() {
  const { copies, restoring, saving, removing } = useTrash()
  const navigate = useNavigate()
  const lockedReason = useWriteReason()
  const isProduct = useProduct() !== null
  const problem = restoring.error ?? saving.error ?? removing.error
  return (
    <Page title="Trash" section="Flows" sectionPath={paths.flows} count={copies?.length || undefined}>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        {problem !== null && (
          <div className="px-5 py-2 max-lg:px-4">
            {isFromService(problem) ? (
              <ActionError title="The flow was not restored" error={problem} />
            ) : problem instanceof RestoreUnconfirmedError ? (
              <Note tone="warn" title="The flow may already be restored">
                <p role="alert">
                  <Link className="link" to={flowPath(problem.flow.id)}>
                    <bdi>{problem.flow.name}</bdi>
                  </Link>{' '}
                  was created after the response was lost. If this is another flow, restore the copy again.
                </p>
              </Note>
            ) : (
              <Note tone="bad" title="The copy could not be read">
                <p>{problem.message} The browser may have removed it to free space.</p>
              </Note>
            )}
          </div>
        )}
        {copies === undefined && <SkeletonRows />}
        {copies === null && (
          <div className="p-5">
            <Note tone="warn" title="Browser storage is unavailable">
              <p>Storage is turned off or full, so deleted flows are not kept. Export a flow before you delete it.</p>
            </Note>
          </div>
        )}
        {copies?.length === 0 && (
          <EmptyState
            quiet
            title="Trash is empty"
            words={`Flows that you delete stay in the trash of this browser for ${retentionDays} days. Flows deleted by others or in other browsers are not listed.`}
            actions={[
              {
                icon: <Workflow />,
                title: 'Go to flows',
                words: 'All flows in this account.',
                onChoose: () => void navigate(paths.flows),
              },
            ]}
          />
        )}
        {copies !== undefined && copies !== null && copies.length > 0 && (
          <>
            <p className="max-w-[720px] px-5 pt-3 text-text-2 max-lg:px-4">
              Flows deleted in this browser are kept for {retentionDays} days. “Clear browser data” in the settings
              removes them.
            </p>
            <NotRestored />
            <ul className="border-t border-line" aria-label="Deleted flows">
              {copies.map((copy) => (
                <CopyLine
                  key={copy.id}
                  copy={copy}
                  isProduct={isProduct}
                  lockedReason={lockedReason}
                  isRestoring={restoring.isPending && restoring.variables.id === copy.id}
                  onRestore={() => restoring.mutate(copy)}
                  onSave={() => saving.mutate(copy)}
                  onRemove={() => removing.mutate(copy)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </Page>
  )
}
