import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { flowVersion, maxNote } from '#contract/flows/flow-version.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { currentOf } from '#parts/flows/flow-conflict-dialog.tsx'
import { ConflictDialog } from '#parts/forms/conflict-dialog.tsx'
import { versionsWords } from '#parts/forms/known-version.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'
import { ChangeList } from './change-list.tsx'
import { refusalMessages } from './refusal-messages.ts'
import { saveValues, type SavedValues, type SaveRequest } from './save-values.ts'
import { useReviewedChanges } from './use-reviewed-changes.ts'
import { clearEdits, undoEdit, useEdits } from './value-edits.ts'

type Target = SaveRequest['as']

function savedWords({ flow: { live_version: live, draft_version: draft } }: { flow: SaveRequest['flow'] }, as: Target) {
  if (as === 'draft')
    return `Saved as draft${draft == null ? '' : `, version ${draft}`}. The live version is unchanged.`
  return live === undefined ? 'The new version is live.' : `Version ${live} is live.`
}

/** Saves the edits of a flow; afterwards the flow is displayed with them. */
function useSaveValues({ flow, acceptVersion }: OpenFlow, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation<SavedValues, ApiError, SaveRequest>({
    mutationFn: saveValues,
    onSuccess: (saved, { as }) => {
      if (saved.is !== 'saved') return
      clearEdits(flow.id)
      acceptVersion(saved.flow.version)
      for (const noun of flowVersion.update.changes) void client.invalidateQueries({ queryKey: [noun] })
      showToast({ message: savedWords(saved, as) })
      onSaved()
    },
  })
}

/** Both versions of each changed value, after another person saved one. */
function Conflict({
  open,
  mine,
  theirs,
  onMine,
  onClose,
}: {
  open: OpenFlow
  /** Version numbers. */
  mine: number
  theirs: number
  onMine: () => void
  onClose: () => void
}) {
  const { flow, data } = open
  const edits = useEdits(flow.id)
  const reviewed = useReviewedChanges(flow, data, edits)
  return (
    <ConflictDialog
      what={`Someone changed this flow while you were editing${versionsWords(theirs, mine)}. The changes below replace the values of their version; everything else in it stays.`}
      onMine={onMine}
      onTheirs={() => {
        clearEdits(flow.id)
        onClose()
      }}
      onClose={onClose}
    >
      <ChangeList edits={edits} reviewed={reviewed} onUndo={(key) => undoEdit(flow.id, key)} />
    </ConflictDialog>
  )
}

function Actions({
  problem,
  busy,
  onClose,
  onSave,
}: {
  problem: string | null
  busy: Target | null
  onClose: () => void
  onSave: (as: Target) => void
}) {
  return (
    <>
      <Button size="md" data-autofocus onClick={onClose}>
        Keep editing
      </Button>
      <Button size="md" reason={problem} busy={busy === 'draft'} onClick={() => onSave('draft')}>
        Save as draft
      </Button>
      <Button size="md" variant="primary" reason={problem} busy={busy === 'live'} onClick={() => onSave('live')}>
        Make live
      </Button>
    </>
  )
}

/** Why the changed flow was refused. */
function Findings({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <ul className="list-disc pl-5 text-text-2">
      {messages.map((message) => (
        <li key={message} className="wrap-anywhere">
          {message}
        </li>
      ))}
    </ul>
  )
}

/** All changed values of a flow, a note, and the choice between a draft and the live version. */
export function ReviewDialog({ open, onClose }: { open: OpenFlow; onClose: () => void }) {
  const { flow, data } = open
  const edits = useEdits(flow.id)
  const reviewed = useReviewedChanges(flow, data, edits)
  const [note, setNote] = useState('')
  // The version when the review began: a later read must not hide a conflict.
  const began = useRef(flow.version)
  const [conflict, setConflict] = useState<{ mine: number; theirs: number; as: Target } | null>(null)
  const save = useSaveValues(open, onClose)
  const submit = (as: Target) => {
    if (save.isPending) return
    save.mutate(
      { flow, data, edits, as, note: note.trim() },
      {
        onError: (error) => {
          const current = currentOf(error)
          if (current === null) return
          setConflict({ mine: began.current, theirs: current.version, as })
          open.acceptVersion(current.version)
        },
      },
    )
  }
  const problems = edits.filter(({ key }) => (reviewed.get(key)?.problem ?? null) !== null).length
  const isTooLong = note.length > maxNote
  const blocked =
    problems > 0 ? `Fix or undo ${count(problems, 'change')} first.` : isTooLong ? 'Shorten the note.' : null
  const hasConflict = conflict !== null && save.error !== null && currentOf(save.error) !== null
  if (hasConflict && flow.version >= conflict.theirs)
    return (
      <Conflict
        open={open}
        {...conflict}
        onMine={() => submit(conflict.as)}
        onClose={() => {
          setConflict(null)
          save.reset()
        }}
      />
    )
  return (
    <Dialog
      title={`Review ${count(edits.length, 'change')}`}
      className="wide"
      onClose={onClose}
      actions={
        <Actions
          problem={edits.length === 0 ? 'There are no changes.' : blocked}
          busy={save.isPending ? (save.variables?.as ?? null) : null}
          onClose={onClose}
          onSave={submit}
        />
      }
    >
      <ChangeList edits={edits} reviewed={reviewed} onUndo={(key) => undoEdit(flow.id, key)} />
      <TextArea
        label="Note"
        optional
        rows={2}
        value={note}
        onValue={setNote}
        hint="Shown with the version in the history of the flow."
        error={isTooLong ? `Use at most ${maxNote} characters.` : null}
      />
      {flow.draft_version != null && (
        <Note tone="warn" title={`The flow has a draft, version ${flow.draft_version}`}>
          The changes are made to the live version. Saving them as a draft replaces that draft, which stays in the list
          of versions.
        </Note>
      )}
      {!hasConflict && <ActionError title="The changes were not saved" error={save.error} />}
      <Findings messages={refusalMessages(save.error, save.data)} />
    </Dialog>
  )
}
