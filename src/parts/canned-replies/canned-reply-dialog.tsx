import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useApiMutation } from '#api/query/query.ts'
import { cannedReply as api, type CannedReply } from '#contract/canned-reply.ts'
import { replyVariables } from '#contract/values/reply-variables.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import { shortcutOf } from './shortcut-of.ts'

const shownFields = ['name', 'shortcut', 'text']

/** Creates a canned reply, or changes one. */
export function CannedReplyDialog({
  reply,
  text: initialText = '',
  onClose,
}: {
  /** The reply to change; null = a new one. */
  reply: CannedReply | null
  /** Text of a new reply. */
  text?: string
  onClose: () => void
}) {
  const client = useQueryClient()
  const create = useApiMutation(api.create)
  const edit = useApiMutation(api.edit)
  const [draft, setDraft] = useState({
    name: reply?.name ?? '',
    shortcut: reply?.shortcut ?? null,
    text: reply?.text ?? initialText,
  })
  const [wasSubmitted, setSubmitted] = useState(false)
  // Until it is typed, the shortcut follows the name.
  const shortcut = draft.shortcut ?? shortcutOf(draft.name)
  const body = { name: draft.name.trim(), shortcut: shortcut.replace(/^\//, ''), text: draft.text }
  const error = create.error ?? edit.error
  const problemOf = (field: 'name' | 'shortcut' | 'text', words: string) =>
    (wasSubmitted && body[field].trim() === '' ? words : undefined) ?? error?.fieldErrors[field]?.join(' ')
  const options = {
    onSuccess: ({ name }: CannedReply) => {
      showToast({ message: `“${name}” was saved` })
      onClose()
    },
    // After a conflict, so that the next attempt uses the current version.
    onError: () => void client.invalidateQueries({ queryKey: [api.list.noun] }),
  }
  const save = () => {
    setSubmitted(true)
    if (Object.values(body).some((value) => value.trim() === '')) return
    if (reply === null) create.mutate({ body }, options)
    else edit.mutate({ id: reply.id, body: { ...body, version: reply.version } }, options)
  }
  return (
    <Dialog
      title={reply === null ? 'New canned reply' : 'Edit canned reply'}
      onClose={onClose}
      onSubmit={save}
      actions={<DialogActions onCancel={onClose} submitLabel="Save" busy={create.isPending || edit.isPending} />}
    >
      <ActionError title="The canned reply was not saved" error={error} shownFields={shownFields} />
      <TextField
        label="Name"
        data-autofocus=""
        autoComplete="off"
        value={draft.name}
        error={problemOf('name', 'Enter a name.')}
        onValue={(name) => setDraft({ ...draft, name })}
      />
      <TextField
        label="Shortcut"
        hint="Typed after a slash in an empty reply: /refund"
        autoComplete="off"
        value={shortcut}
        error={problemOf('shortcut', 'Enter a shortcut.')}
        onValue={(next) => setDraft({ ...draft, shortcut: next.toLowerCase() })}
      />
      <TextArea
        label="Text"
        hint={`Variables: ${replyVariables.map((name) => `{{${name}}}`).join(', ')}. Custom fields: {{contact.tier}}.`}
        rows={7}
        dir="auto"
        value={draft.text}
        error={problemOf('text', 'Enter a text.')}
        onValue={(text) => setDraft({ ...draft, text })}
      />
    </Dialog>
  )
}
