import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import { maxName } from '#contract/kernel/limits.ts'
import { view as api, type View, type ViewList } from '#contract/view.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { freeViewName, scheduleViewDeletion } from './pending-view-deletions.ts'
import { savedQuery } from './saved-view-query.ts'
import { combinedFilter } from '#parts/filters/combined-filter.ts'
import { CheckField } from '#ui/controls/checkbox.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import type { ViewDialogKind } from './use-view-actions.tsx'
import { unreadableFilterReason, type UnsavedView } from './view-changes.tsx'

interface ViewDialogProps {
  onQuery: (query: URLSearchParams) => void
  onClose: () => void
}

/** Why a name is invalid; null = valid. */
function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Enter a name.'
  const letters = name.trim().length
  return letters > maxName ? `Use at most ${maxName} characters. This name has ${letters.toLocaleString()}.` : null
}

/** Text field for the name of a view, with its error. */
function NameField({
  name,
  problem,
  serviceError,
  onName,
}: {
  name: string
  problem: string | null
  serviceError: string | undefined
  onName: (name: string) => void
}) {
  return (
    <TextField
      label="Name"
      data-autofocus=""
      autoComplete="off"
      error={problem ?? serviceError}
      value={name}
      onValue={onName}
    />
  )
}

function SaveDialog({ list, view, onQuery, onClose }: ViewDialogProps & { list: ViewList; view: UnsavedView }) {
  const create = useApiMutation(api.create)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isShared, setIsShared] = useState(false)
  const [isPinned, setIsPinned] = useState(true)
  const [isDefault, setIsDefault] = useState(false)
  const hasInvalidFilter = view.filters.refused.length > 0
  // Only the inbox has pinned views and a default one.
  const hasPlace = list === 'conversation'
  const submit = async () => {
    if (hasInvalidFilter) return setProblem(unreadableFilterReason)
    const nameError = nameProblem(name)
    if (nameError !== null) return setProblem(nameError)
    await freeViewName(name)
    return create.mutate(
      {
        body: {
          name,
          filter: combinedFilter(view.filters),
          ordering: view.ordering,
          visibility: isShared ? 'shared' : 'private',
          ...(hasPlace ? { pinned: isPinned, is_default: isDefault } : { list }),
        },
      },
      {
        onSuccess: (made) => {
          onClose()
          showToast({ message: `The view “${made.name}” was saved` })
          onQuery(savedQuery(made))
        },
      },
    )
  }
  return (
    <Dialog
      title="Save filter and order as a view"
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<DialogActions onCancel={onClose} submitLabel="Save view" busy={create.isPending} />}
    >
      <NameField
        name={name}
        problem={problem}
        serviceError={create.error?.fieldErrors['name']?.[0]}
        onName={(next) => {
          setName(next)
          setProblem(null)
        }}
      />
      <div>
        <CheckField label="Share with everyone in the account" checked={isShared} onChange={setIsShared} />
        {hasPlace && (
          <>
            <CheckField label="Pin below Inbox" checked={isPinned} onChange={setIsPinned} />
            <CheckField label="Default view of the inbox" checked={isDefault} onChange={setIsDefault} />
          </>
        )}
      </div>
      <ActionError title="The view was not saved" error={create.error} shownFields={['name']} />
    </Dialog>
  )
}

function RenameDialog({ saved, onClose }: Pick<ViewDialogProps, 'onClose'> & { saved: View }) {
  const edit = useApiMutation(api.edit)
  const [name, setName] = useState(saved.name)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = async () => {
    const nameError = nameProblem(name)
    if (nameError !== null) return setProblem(nameError)
    await freeViewName(name)
    return edit.mutate({ id: saved.id, body: { name } }, { onSuccess: onClose })
  }
  return (
    <Dialog
      title={`Rename “${saved.name}”`}
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<DialogActions onCancel={onClose} submitLabel="Rename" busy={edit.isPending} />}
    >
      <NameField
        name={name}
        problem={problem}
        serviceError={edit.error?.fieldErrors['name']?.[0]}
        onName={(next) => {
          setName(next)
          setProblem(null)
        }}
      />
      <ActionError title="The view was not renamed" error={edit.error} shownFields={['name']} />
    </Dialog>
  )
}

/** Confirms the deletion of a shared view. */
function DeleteDialog({ saved, onClose }: Pick<ViewDialogProps, 'onClose'> & { saved: View }) {
  const client = useQueryClient()
  const submit = () => {
    onClose()
    scheduleViewDeletion(client, saved)
  }
  return (
    <Dialog
      title={`Delete the view “${saved.name}” for everyone?`}
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions focusCancel onCancel={onClose} submitLabel="Delete view" danger />}
    >
      <p className="text-text-2">It is deleted for everyone in the account. What it lists is not affected.</p>
    </Dialog>
  )
}

/** Dialogs for creating, renaming or deleting a view. */
export function ViewDialogs({
  dialog,
  list,
  saved,
  view,
  ...dialogProps
}: ViewDialogProps & { dialog: ViewDialogKind; list: ViewList; saved: View | null; view: UnsavedView }) {
  if (dialog === 'save') return <SaveDialog list={list} view={view} {...dialogProps} />
  if (saved === null) return null
  return dialog === 'rename' ? (
    <RenameDialog saved={saved} onClose={dialogProps.onClose} />
  ) : (
    <DeleteDialog saved={saved} onClose={dialogProps.onClose} />
  )
}
