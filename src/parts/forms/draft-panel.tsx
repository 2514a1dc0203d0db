import { useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { ActionError } from '#parts/display/action-error.tsx'
import type { DraftStorage } from '#parts/storage/draft-storage.ts'
import { FieldConflictDialog } from './field-conflict-dialog.tsx'
import { FormPanel } from './form-panel.tsx'
import type { VersionedSave } from './use-versioned-save.ts'

/** Seconds for which a discarded draft can be restored. */
const undoSeconds = 10

/** The draft that this browser stored before the form was opened; cleared when the form is reset. */
export function useStoredDraft<D>(storage: DraftStorage<D>, draftKey: string) {
  const [storedDraft, setStoredDraft] = useState(() => storage.read(draftKey))
  return {
    /** Null if there was no stored draft. */
    draft: storedDraft?.draft ?? null,
    /** When the draft was stored, in ms; null if there was none. */
    storedAt: storedDraft?.at ?? null,
    clear: () => setStoredDraft(null),
    remove: () => storage.remove(draftKey),
    save: (draft: D) => void storage.save(draftKey, draft),
  }
}

/** State of the form, from `useDraftForm`. */
interface FormState {
  formRef: RefObject<HTMLFormElement | null>
  isChanged: boolean
  problemCount: number
  /** Number of problems that prevent running, not saving. */
  runProblemCount?: number
  /** Validates all fields; returns true if there are no problems. */
  check: () => boolean
  resetDraft: () => void
}

/** Note in a form whose object was deleted, with the remaining actions. */
const DeletedNote = ({ noun, onSaveAsNew }: { noun: string; onSaveAsNew: (() => void) | undefined }) => (
  <Note tone="bad" title={`This ${noun} was deleted while you were editing it`}>
    <p>
      Your changes are still here
      {onSaveAsNew === undefined ? '. Copy them' : `. Save them as a new ${noun}, or copy them`}.
    </p>
    {onSaveAsNew !== undefined && (
      <Button className="mt-2" onClick={onSaveAsNew}>
        Save as a new {noun}
      </Button>
    )}
  </Note>
)

/**
 * Panel with the form for a new or edited object. The draft is stored in this browser, discarding it can be undone, and
 * a conflict shows both versions.
 */
export function DraftPanel<D extends { version: number | null }>({
  noun,
  name,
  newName,
  icon,
  storedDraft,
  draft,
  state,
  saving,
  isField,
  dialog,
  isDeleted = false,
  onSave,
  onSaveAsNew,
  onBack,
  onReturn,
  children,
}: {
  /** What the object is called: "tool". */
  noun: string
  /** Name of the edited object; null = a new object. */
  name: string | null
  /** What a new object is called: "API tool". */
  newName: string
  icon: ReactNode
  storedDraft: ReturnType<typeof useStoredDraft<D>>
  draft: D
  state: FormState
  saving: VersionedSave<D>
  /** Whether errors of a field are shown at the field. */
  isField: (path: string) => boolean
  /** Dialog over the form, such as a confirmation. */
  dialog?: ReactNode
  /** The object was deleted while it was edited. The form remains, but cannot be saved. */
  isDeleted?: boolean
  /** Called on submit if there are no problems. */
  onSave: () => void
  /** Saves the draft as a new object, after the edited one was deleted. */
  onSaveAsNew?: () => void
  /** Leaves the form. */
  onBack: () => void
  /** Returns to the form. */
  onReturn: () => void
  children: ReactNode
}) {
  const { conflict, error } = saving
  const cancel = () => {
    storedDraft.remove()
    onBack()
    if (!state.isChanged) return
    const onUndo = () => {
      storedDraft.save(draft)
      onReturn()
    }
    showToast({ message: 'Draft discarded', undo: { seconds: undoSeconds, onUndo } })
  }
  return (
    <FormPanel
      title={name === null ? `New ${newName}` : <bdi>{name}</bdi>}
      label={name === null ? `New ${newName}` : `Edit ${name}`}
      icon={icon}
      formRef={state.formRef}
      isChanged={state.isChanged}
      restoredAt={storedDraft.storedAt}
      problemCount={state.problemCount}
      runProblemCount={state.runProblemCount ?? 0}
      verb={name === null ? `Create ${noun}` : `Save ${noun}`}
      isSaving={saving.isSaving}
      saveReason={isDeleted ? `This ${noun} was deleted.` : null}
      notice={isDeleted && <DeletedNote noun={noun} onSaveAsNew={onSaveAsNew} />}
      onRestart={() => {
        storedDraft.clear()
        state.resetDraft()
      }}
      onCancel={cancel}
      onClose={onBack}
      onSubmit={() => {
        if (state.check()) onSave()
      }}
      dialogs={
        dialog ??
        (conflict !== null && draft.version !== null && (
          <FieldConflictDialog
            noun={noun}
            mine={draft.version}
            theirs={conflict.version}
            differences={conflict.differences}
            onClose={saving.reset}
            onMine={() => saving.save(draft, conflict.version)}
            onTheirs={() => {
              storedDraft.remove()
              onBack()
            }}
          />
        ))
      }
    >
      {children}
      {conflict === null && !isDeleted && (
        <div className="form-all empty:hidden">
          <ActionError
            title={`The ${noun} was not ${name === null ? 'created' : 'saved'}`}
            error={error}
            shownFields={Object.keys(error?.fieldErrors ?? {}).filter(isField)}
          />
        </div>
      )}
    </FormPanel>
  )
}
