import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, House, Pencil, Pin, PinOff, Trash2, Users } from 'lucide-react'
import { useApiMutation } from '#api/query/query.ts'
import { useWriteReason } from '#api/query/me.ts'
import type { ApiError } from '#api/errors.ts'
import { view as api, type View } from '#contract/view.ts'
import type { ReactElement } from 'react'
import { scheduleViewDeletion } from './pending-view-deletions.ts'
import { showToast } from '#ui/overlays/toast.tsx'

/** The open dialog. */
export type ViewDialogKind = 'save' | 'rename' | 'delete'

/** An action for a page's menu. */
interface ViewAction {
  label: string
  icon: ReactElement
  reason: string | null
  danger?: boolean
  onSelect: () => void
}

const failed = (error: ApiError) => showToast({ message: `The view was not changed. ${error.detail}` })

/** Actions on the current view, for the page menu; empty if the service does not support views. */
export function useViewActions(
  { isOffered, current }: { isOffered: boolean; current: View | null },
  onDialog: (what: ViewDialogKind) => void,
): ViewAction[] {
  const reason = useWriteReason()
  const edit = useApiMutation(api.edit)
  const place = useApiMutation(api.place)
  const client = useQueryClient()
  if (!isOffered) return []
  const save: ViewAction = {
    label: 'Save as new view',
    icon: <Bookmark />,
    reason,
    onSelect: () => onDialog('save'),
  }
  if (current === null) return [save]
  const { id, name, list = 'conversation', visibility, is_mine: isMine, pinned, is_default: isDefault, owner } = current
  const withToast = (message: string) => ({ onSuccess: () => showToast({ message }), onError: failed })
  const isShared = visibility === 'shared'
  // Only the inbox has pinned views and a default one.
  const placeActions: ViewAction[] = [
    {
      label: pinned ? 'Unpin view' : 'Pin view',
      icon: pinned ? <PinOff /> : <Pin />,
      reason,
      onSelect: () =>
        place.mutate(
          { id, body: { pinned: !pinned } },
          withToast(pinned ? `“${name}” was unpinned` : `“${name}” was pinned`),
        ),
    },
    {
      label: isDefault ? 'Remove as default view' : 'Make default view',
      icon: <House />,
      reason,
      onSelect: () =>
        place.mutate(
          { id, body: { is_default: !isDefault } },
          withToast(isDefault ? 'The inbox opens with all conversations' : `The inbox opens with “${name}”`),
        ),
    },
  ]
  return [
    save,
    { label: 'Rename view', icon: <Pencil />, reason, onSelect: () => onDialog('rename') },
    {
      label: isShared ? 'Make view private' : 'Share view with everyone',
      icon: <Users />,
      reason: reason ?? (isShared && !isMine ? `Only ${owner.name} can make this view private.` : null),
      onSelect: () =>
        edit.mutate(
          { id, body: { visibility: isShared ? 'private' : 'shared' } },
          withToast(isShared ? `“${name}” is now private` : `“${name}” is now shared`),
        ),
    },
    ...(list === 'conversation' ? placeActions : []),
    {
      label: 'Delete view',
      icon: <Trash2 />,
      danger: true,
      reason,
      // Deleting a shared view asks for confirmation; each deletion can be undone for a few seconds.
      onSelect: () => (isShared ? onDialog('delete') : scheduleViewDeletion(client, current)),
    },
  ]
}
