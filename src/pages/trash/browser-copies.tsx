import { Download, RotateCcw, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { useProduct, useWriteReason } from '#api/query/me.ts'
import { count } from '#lib/count.ts'
import { formatSize } from '#lib/formatters.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { trashExpiry, retentionDays, type TrashCopy } from '#parts/trash/trash-limits.ts'
import { flowPath } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { useNow } from '#ui/browser/now.ts'
import { daysUntil } from './days-until.ts'
import { isFromService, RestoreUnconfirmedError, type BrowserTrash } from './use-browser-trash.ts'

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
          {formatSize(copy.bytes)} · removed in {count(daysUntil(trashExpiry(copy), now, retentionDays), 'day')}
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

/** Why the last action on a copy failed. */
function CopyProblem({ problem }: { problem: Error }) {
  if (isFromService(problem)) return <ActionError title="The flow was not restored" error={problem} />
  if (problem instanceof RestoreUnconfirmedError)
    return (
      <Note tone="warn" title="The flow may already be restored">
        <p role="alert">
          <Link className="link" to={flowPath(problem.flow.id)}>
            <bdi>{problem.flow.name}</bdi>
          </Link>{' '}
          was created after the response was lost. If this is another flow, restore the copy again.
        </p>
      </Note>
    )
  return (
    <Note tone="bad" title="The copy could not be read">
      <p>{problem.message} The browser may have removed it to free space.</p>
    </Note>
  )
}

/** Copies of flows that were deleted in this browser. `isOnlyPart`: the service has no trash of its own. */
export function BrowserCopies({ trash, isOnlyPart }: { trash: BrowserTrash; isOnlyPart: boolean }) {
  const { copies, restoring, saving, removing } = trash
  const lockedReason = useWriteReason()
  const isProduct = useProduct() !== null
  const problem = restoring.error ?? saving.error ?? removing.error
  return (
    <>
      {problem !== null && (
        <div className="px-5 py-2 max-lg:px-4">
          <CopyProblem problem={problem} />
        </div>
      )}
      {copies === null && isOnlyPart && (
        <div className="p-5">
          <Note tone="warn" title="Browser storage is unavailable">
            <p>Storage is turned off or full, so deleted flows are not kept. Export a flow before you delete it.</p>
          </Note>
        </div>
      )}
      {copies !== undefined && copies !== null && copies.length > 0 && (
        <section aria-label="In this browser">
          {!isOnlyPart && <h2 className="px-5 pt-6 font-semibold max-lg:px-4">In this browser</h2>}
          <p className="max-w-[720px] px-5 pt-3 text-text-2 max-lg:px-4">
            {isOnlyPart
              ? `Flows deleted in this browser are kept for ${retentionDays} days.`
              : `Copies of flows that were deleted in this browser before the service had a trash are kept for ${retentionDays} days.`}{' '}
            “Clear browser data” in the settings removes them.
          </p>
          <NotRestored />
          <ul className="border-t border-line" aria-label={isOnlyPart ? 'Deleted flows' : 'Copies in this browser'}>
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
        </section>
      )}
    </>
  )
}
