import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { useApiMutation } from '#api/query/query.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { flowVersion, maxNote } from '#contract/flows/flow-version.ts'
import { formatCount } from '#lib/count.ts'
import { currentOf } from '#parts/flows/flow-conflict-dialog.tsx'
import { ActionError } from '#parts/display/action-error.tsx'
import { RunStartError } from '#parts/runs/run-start-error.tsx'
import type { OpenFlow } from '#pages/flow/use-open-flow.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Seconds during which a change can be undone. */
const undoSeconds = 12

interface DialogProps {
  open: OpenFlow
  /** Number of the version. */
  number: number
  onClose: () => void
  /** Called with the number of the version that the change has made. */
  onChosen: (number: number) => void
}

const etagOf = ({ flow }: OpenFlow): string => `"${flow.version}"`

/** Why a change of versions failed; a conflict reads the flow again, so that the next try is about what is shown then. */
function VersionError({ title, error, open }: { title: string; error: ApiError | null; open: OpenFlow }) {
  if (error === null) return null
  if (error.code === 'version_conflict')
    return (
      <Note tone="warn" title="The flow has changed meanwhile" isAnnounced>
        Nothing was changed here. The versions were loaded again: check them, then try again.
      </Note>
    )
  if (error.code === 'not_ready') return <RunStartError title={title} error={error} flow={open.flow.id} />
  return <ActionError title={title} error={error} />
}

/** Reads the flow again after a conflict, including the changes of others. */
function reloadAfterConflict({ acceptVersion, refetch }: OpenFlow, error: ApiError): void {
  const current = error.code === 'version_conflict' ? currentOf(error) : null
  if (current === null) refetch()
  else acceptVersion(current.version)
}

/** Note for the history, optional. */
const NoteField = ({ note, onNote }: { note: string; onNote: (note: string) => void }) => (
  <TextField
    label="Note for the history"
    optional
    maxLength={maxNote}
    value={note}
    onValue={onNote}
    autoComplete="off"
  />
)

/** Makes a version live, after it was said what that does. */
export function MakeLiveDialog({
  open,
  number,
  live,
  isDraft,
  effect,
  onDraft,
  onClose,
  onChosen,
}: DialogProps & {
  /** Number of the version that is live now. */
  live: number
  isDraft: boolean
  /** What it does, in sentences. */
  effect: readonly string[]
  /** Restores the version as a draft instead. */
  onDraft: () => void
}) {
  const { flow, acceptVersion } = open
  const [note, setNote] = useState('')
  const write = useApiMutation(flowVersion.makeLive, undefined, etagOf(open))
  const undo = useApiMutation(flowVersion.makeLive)
  /** The number of the live version, after it is accepted as the displayed one. */
  const accept = ({ version, live_version: made = number }: FlowDetail): number => {
    acceptVersion(version)
    return made
  }
  // As a promise: the dialog is closed by then, and callbacks of a mutation end with its component.
  const onUndo = () =>
    void undo.mutateAsync({ id: flow.id, number: String(live), body: {} }).then(
      (answer) => {
        const made = accept(answer)
        onChosen(made)
        showToast({ message: `Version ${formatCount(made)} is live, with the content of version ${formatCount(live)}` })
      },
      () => showToast({ message: `Version ${formatCount(live)} was not made live again` }),
    )
  const submit = () =>
    write.mutate(
      { id: flow.id, number: String(number), body: note.trim() === '' ? {} : { note: note.trim() } },
      {
        onSuccess: (answer) => {
          const made = accept(answer)
          onChosen(made)
          showToast({ message: `Version ${formatCount(made)} is live`, undo: { seconds: undoSeconds, onUndo } })
          onClose()
        },
        onError: (error) => reloadAfterConflict(open, error),
      },
    )
  const isRefused = write.error?.code === 'not_ready'
  return (
    <Dialog
      title={`Make version ${formatCount(number)} live?`}
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Make live" busy={write.isPending} />}
    >
      <p className="text-text-2">{effect.join(' ')}</p>
      {!isDraft && <NoteField note={note} onNote={setNote} />}
      <VersionError title={`Version ${formatCount(number)} cannot run`} error={write.error} open={open} />
      {isRefused && !isDraft && (
        <p className="flex flex-wrap items-center gap-2 text-text-2">
          As a draft it can be tested and completed first.
          <Button onClick={onDraft}>Restore as draft</Button>
        </p>
      )}
    </Dialog>
  )
}

/** Restores a version as a draft beside the live version. */
export function RestoreDraftDialog({
  open,
  number,
  draft,
  onClose,
  onChosen,
}: DialogProps & {
  /** Number of the current draft; null = the flow has none. */
  draft: number | null
}) {
  const { flow, acceptVersion } = open
  const [note, setNote] = useState('')
  const write = useApiMutation(flowVersion.makeDraft, undefined, etagOf(open))
  const submit = () =>
    write.mutate(
      { id: flow.id, number: String(number), body: note.trim() === '' ? {} : { note: note.trim() } },
      {
        onSuccess: (answer) => {
          acceptVersion(answer.version)
          onChosen(answer.draft_version ?? number)
          showToast({
            message:
              answer.draft_version == null
                ? `Version ${formatCount(number)} is the same as the live version`
                : `Version ${formatCount(answer.draft_version)} is a draft`,
          })
          onClose()
        },
        onError: (error) => reloadAfterConflict(open, error),
      },
    )
  return (
    <Dialog
      title={`Restore version ${formatCount(number)} as a draft?`}
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Restore as draft" busy={write.isPending} />}
    >
      <p className="text-text-2">
        The draft is stored beside the live version, for test runs. New runs still use the live version.
        {draft !== null && ` The current draft, version ${formatCount(draft)}, is thrown away; it stays in the list.`}
      </p>
      <NoteField note={note} onNote={setNote} />
      <VersionError title="The version was not restored" error={write.error} open={open} />
    </Dialog>
  )
}

/** Throws the draft away. */
export function DiscardDraftDialog({ open, number, onClose, onChosen }: DialogProps) {
  const { flow, acceptVersion } = open
  const write = useApiMutation(flowVersion.discardDraft, undefined, etagOf(open))
  const undo = useApiMutation(flowVersion.makeDraft)
  // As a promise: the dialog is closed by then.
  const onUndo = () =>
    void undo.mutateAsync({ id: flow.id, number: String(number), body: {} }).then(
      (answer) => {
        acceptVersion(answer.version)
        onChosen(answer.draft_version ?? number)
      },
      () => showToast({ message: `Version ${formatCount(number)} was not restored` }),
    )
  const submit = () =>
    write.mutate(
      { id: flow.id },
      {
        onSuccess: () => {
          // The response is empty: throwing a draft away is one change of the flow.
          acceptVersion(flow.version + 1)
          showToast({
            message: `Version ${formatCount(number)} was thrown away`,
            undo: { seconds: undoSeconds, onUndo },
          })
          onClose()
        },
        onError: (error) => reloadAfterConflict(open, error),
      },
    )
  return (
    <Dialog
      title={`Throw version ${formatCount(number)} away?`}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <DialogActions
          cancelLabel="Keep it"
          onCancel={onClose}
          focusCancel
          submitLabel="Throw away"
          danger
          busy={write.isPending}
        />
      }
    >
      <p className="text-text-2">
        The draft stays in the list of versions and can be restored. The live version does not change.
      </p>
      <VersionError title="The draft was not thrown away" error={write.error} open={open} />
    </Dialog>
  )
}
