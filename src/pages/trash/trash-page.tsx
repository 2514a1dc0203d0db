import { Download, RotateCcw, Trash2, Workflow } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useWriteReason } from '#api/query/me.ts'
import { count } from '#lib/count.ts'
import { formatSize } from '#lib/format-size.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { goesAt, keptDays, type TrashCopy } from '#parts/trash/trash-limits.ts'
import { Page } from '#shell/page.tsx'
import { flowPath, paths } from '#ui/paths.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { useNow } from '#ui/browser/now.ts'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { isFromService, MayBeBack, useTrash } from './use-trash.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Whole days until a copy is deleted. */
const daysLeft = (copy: TrashCopy, now: number): number =>
  Math.min(keptDays, Math.max(1, Math.ceil((goesAt(copy) - now) / dayMs)))

/** What a restore cannot recover, shown beforehand. */
const Losses = () => (
  <details className="px-5 py-3 max-lg:px-4">
    <summary className="link w-fit cursor-pointer">What a restore cannot bring back</summary>
    <ul className="mt-2 grid max-w-[640px] list-disc gap-1 pl-5 text-text-2">
      <li>Its id: the flow comes back under a new one, and old links do not lead to it.</li>
      <li>Its runs and what they cost: they stay in Billing under the old flow and its name.</li>
      <li>Its conversations: they stay in the Inbox under the old flow and its name.</li>
      <li>Its channels: none is connected to it any more. Connect them again.</li>
      <li>
        Its bindings: tools, channels and secrets are looked for by their keys and names; what was chosen by hand has to
        be chosen again. The values of secrets were never in the copy.
      </li>
      <li>Its state, its tags and its versions: it is a draft at version 1, and runs once it is activated.</li>
    </ul>
  </details>
)

function CopyLine({
  copy,
  lockedReason,
  isRestoring,
  onRestore,
  onSave,
  onRemove,
}: {
  copy: TrashCopy
  lockedReason: string | null
  isRestoring: boolean
  onRestore: () => void
  onSave: () => void
  onRemove: () => void
}) {
  const now = useNow()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-2.5 max-lg:px-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">
          <bdi>{copy.name}</bdi>
        </p>
        <p className="text-xs text-text-2">
          Deleted <TimeText at={new Date(Math.min(copy.at, now)).toISOString()} /> · {count(copy.nodes, 'node')} ·{' '}
          {formatSize(copy.bytes)} · goes in {count(daysLeft(copy, now), 'day')}
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

/** Trash: copies of flows that were deleted in this browser, kept for thirty days. */
export function TrashPage() {
  const { copies, restoring, saving, removing } = useTrash()
  const navigate = useNavigate()
  const lockedReason = useWriteReason()
  const problem = restoring.error ?? saving.error ?? removing.error
  return (
    <Page title="Deleted here" section="Flows" sectionPath={paths.flows} count={copies?.length || undefined}>
      <div className="flex min-h-0 flex-1 flex-col overflow-auto">
        {problem !== null && (
          <div className="px-5 py-2 max-lg:px-4">
            {isFromService(problem) ? (
              <ActionError title="The flow was not restored" error={problem} />
            ) : problem instanceof MayBeBack ? (
              <Note tone="warn" title="It may be back already">
                <p role="alert">
                  <Link className="link" to={flowPath(problem.flow.id)}>
                    <bdi>{problem.flow.name}</bdi>
                  </Link>{' '}
                  was made after the answer was lost. If it is not the one, restore the copy once more.
                </p>
              </Note>
            ) : (
              <Note tone="bad" title="The copy could not be read">
                <p>{problem.message} This browser may have removed it to make room.</p>
              </Note>
            )}
          </div>
        )}
        {copies === undefined && <SkeletonRows />}
        {copies === null && (
          <div className="p-5">
            <Note tone="warn" title="This browser keeps nothing for this page">
              <p>Copies of deleted flows need its storage, which is off or full. Export a flow before you delete it.</p>
            </Note>
          </div>
        )}
        {copies?.length === 0 && (
          <EmptyState
            title="Nothing was deleted here"
            words={`When you delete a flow in this browser, a copy of it stays here for ${keptDays} days. Only you see it, and it never leaves this machine.`}
            ways={[
              {
                icon: <Workflow />,
                title: 'Go to the flows',
                words: 'What somebody else deleted, or you elsewhere, is not here.',
                onChoose: () => void navigate(paths.flows),
              },
            ]}
          />
        )}
        {copies !== undefined && copies !== null && copies.length > 0 && (
          <>
            <p className="max-w-[720px] px-5 pt-3 text-text-2 max-lg:px-4">
              Copies of the flows that you deleted in this browser, for {keptDays} days. Only you see them; “Forget this
              browser” in the settings removes them.
            </p>
            <Losses />
            <ul className="border-t border-line" aria-label="Deleted flows">
              {copies.map((copy) => (
                <CopyLine
                  key={copy.id}
                  copy={copy}
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
