import { X } from 'lucide-react'
import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { maxTag, maxTags } from '#contract/limits.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ActionError } from './action-error.tsx'
import { tagProblem, withTag } from './tag-list.ts'

/** The tags of one thing, or tags for several: added by Enter, taken away by their button. */
export function TagsDialog({
  title,
  tags,
  hint,
  busy,
  error,
  onSave,
  onClose,
}: {
  title: string
  tags: readonly string[]
  hint?: string
  busy: boolean
  error: ApiError | null
  onSave: (tags: string[]) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<readonly string[]>(tags)
  const [draft, setDraft] = useState('')
  const wrong = tagProblem(chosen, draft)
  const submit = () => {
    if (busy || wrong !== null) return
    if (draft.trim() === '') onSave([...chosen])
    else {
      setChosen(withTag(chosen, draft))
      setDraft('')
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button size="md" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="md"
            look="primary"
            busy={busy}
            onClick={() => {
              // What was typed and not added yet counts too.
              if (wrong === null) onSave([...withTag(chosen, draft)])
            }}
          >
            Save tags
          </Button>
        </>
      }
    >
      <TextField
        label="Add a tag"
        value={draft}
        onValue={setDraft}
        error={wrong}
        hint={hint ?? `Enter adds it. Up to ${maxTags} tags of ${maxTag} characters.`}
        autoComplete="off"
        data-autofocus
      />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5" aria-label="Tags">
          {chosen.map((tag) => (
            <li key={tag} className="flex max-w-full items-center rounded-sm bg-idle-soft pl-2 text-text-2">
              <span className="min-w-0 wrap-anywhere">{tag}</span>
              <IconButton
                label={`Remove ${tag}`}
                icon={<X className="xs" />}
                onClick={() => setChosen(chosen.filter((one) => one !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      <ActionError title="The tags were not saved" error={error} />
    </Dialog>
  )
}
