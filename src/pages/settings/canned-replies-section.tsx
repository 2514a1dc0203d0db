import { RemovalDialog } from '#parts/forms/removal-dialog.tsx'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWriteReason } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { cannedReply as api, type CannedReply } from '#contract/canned-reply.ts'
import { CannedReplyDialog } from '#parts/canned-replies/canned-reply-dialog.tsx'
import { useCannedReplies } from '#parts/canned-replies/use-canned-replies.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import { Table, type Column } from '#ui/table/table.tsx'
import { SettingsSection } from './settings-section.tsx'

function DeleteDialog({ reply, onClose }: { reply: CannedReply; onClose: () => void }) {
  const remove = useApiMutation(api.remove)
  return (
    <RemovalDialog
      title={
        <>
          Delete “<bdi>{reply.name}</bdi>”?
        </>
      }
      doneMessage={`“${reply.name}” was deleted`}
      failedTitle="The canned reply was not deleted"
      removal={remove}
      onRemove={(onSuccess) => remove.mutate({ id: reply.id }, { onSuccess })}
      onClose={onClose}
    >
      It is deleted for everyone in the account. Replies that were sent stay as they are.
    </RemovalDialog>
  )
}

const columnsOf = (
  lockedReason: string | null,
  onEdit: (reply: CannedReply) => void,
  onDelete: (reply: CannedReply) => void,
): readonly Column<CannedReply>[] => [
  {
    id: 'name',
    head: 'Name',
    cell: ({ name, shortcut }) => (
      <span className="grid">
        <bdi className="cut font-medium">{name}</bdi>
        <span className="mono cut text-text-3 @min-[560px]:hidden">/{shortcut}</span>
      </span>
    ),
  },
  {
    id: 'shortcut',
    head: 'Shortcut',
    className: 'w-[160px] @max-[560px]:hidden',
    cell: ({ shortcut }) => <span className="mono cut text-text-2">/{shortcut}</span>,
  },
  {
    id: 'text',
    head: 'Text',
    className: 'w-[44%] @max-[760px]:hidden',
    cell: ({ text }) => <bdi className="cut block text-text-2">{text}</bdi>,
  },
  {
    id: 'actions',
    head: <span className="sr-only">Actions</span>,
    right: true,
    className: 'w-[88px]',
    cell: (reply) => (
      <span className="flex justify-end">
        <IconButton
          label={`Edit ${reply.name}`}
          icon={<Pencil />}
          reason={lockedReason}
          onClick={() => onEdit(reply)}
        />
        <IconButton
          label={`Delete ${reply.name}`}
          icon={<Trash2 />}
          reason={lockedReason}
          onClick={() => onDelete(reply)}
        />
      </span>
    ),
  },
]

const rowId = (reply: CannedReply) => reply.id

/** The canned replies of the account: create, edit, delete. */
export function CannedRepliesSection() {
  const lockedReason = useWriteReason()
  const replies = useCannedReplies(true)
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<CannedReply | null>(null)
  const [deleted, setDeleted] = useState<CannedReply | null>(null)
  const columns = useMemo(() => columnsOf(lockedReason, setEdited, setDeleted), [lockedReason])
  const { data } = replies
  return (
    <SettingsSection
      title="Canned replies"
      words="Texts for replies in the inbox, shared by the account. Type a slash at the start of a reply to choose one."
      action={
        <Button variant="primary" icon={<Plus />} reason={lockedReason} onClick={() => setCreating(true)}>
          New canned reply
        </Button>
      }
    >
      {replies.error !== null && (
        <LoadNote what="Canned replies" error={replies.error} onRetry={() => void replies.refetch()} />
      )}
      {data === undefined && replies.error === null && <SkeletonRows rows={4} />}
      {data?.length === 0 && (
        <p className="card px-4 py-6 text-center text-text-2">
          No canned replies yet. Create one for each answer that you write again and again.
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <div className="card settings-table">
          <Table label="Canned replies" columns={columns} rows={data} rowId={rowId} />
        </div>
      )}
      {isCreating && <CannedReplyDialog reply={null} onClose={() => setCreating(false)} />}
      {edited && <CannedReplyDialog reply={edited} onClose={() => setEdited(null)} />}
      {deleted && <DeleteDialog reply={deleted} onClose={() => setDeleted(null)} />}
    </SettingsSection>
  )
}
