import { useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { ActionError } from '#parts/display/action-error.tsx'
import type { DraftStorage } from '#parts/storage/draft-storage.ts'
import { FieldConflictDialog } from './field-conflict-dialog.tsx'
import { FormPanel } from './form-panel.tsx'
import type { VersionedSave } from './use-versioned-save.ts'

/** Seconds in which a draft that was given up can be taken back. */
const undoSeconds = 10

/** A draft as this browser keeps it: what was there when the form was opened, until one starts anew. */
export function useStoredDraft<D>(shelf: DraftStorage<D>, keptAs: string) {
  const [kept, setKept] = useState(() => shelf.read(keptAs))
  return {
    /** Null where there was none. */
    draft: kept?.draft ?? null,
    /** When it was kept, in ms; null = the form began anew. */
    at: kept?.at ?? null,
    forget: () => setKept(null),
    drop: () => shelf.drop(keptAs),
    keep: (draft: D) => void shelf.keep(keptAs, draft),
  }
}

/** What the form itself says, as `useDraftForm` gives it. */
interface FormState {
  box: RefObject<HTMLFormElement | null>
  isChanged: boolean
  toCorrect: number
  /** Fields with which it can be saved and cannot run. */
  cannotRun?: number
  /** True where nothing speaks against sending. */
  check: () => boolean
  restart: () => void
}

/** What is left to do with a form whose object was deleted. */
const DeletedNote = ({ noun, onSaveAsNew }: { noun: string; onSaveAsNew: (() => void) | undefined }) => (
  <Note tone="bad" title={`This ${noun} was deleted while you edited it`}>
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
 * The form of something new, or of something that is changed, as a panel beside its list: its draft stays in this browser, is
 * given up with an undo, and where somebody else was faster both versions are shown.
 */
export function DraftPanel<D extends { version: number | null }>({
  noun,
  name,
  newName,
  icon,
  kept,
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
  /** "tool" */
  noun: string
  /** What is changed, by its name; null = it is new. */
  name: string | null
  /** What a new one is called: "API tool". */
  newName: string
  icon: ReactNode
  kept: ReturnType<typeof useStoredDraft<D>>
  draft: D
  state: FormState
  saving: VersionedSave<D>
  /** Errors of these fields stand beside the fields. */
  isField: (path: string) => boolean
  /** What is asked before all else, over the form. */
  dialog?: ReactNode
  /** What is changed was deleted meanwhile: the form stays, and cannot be saved. */
  isDeleted?: boolean
  /** Nothing is left to correct. */
  onSave: () => void
  /** Saves what was typed as a new object, once the one that is changed was deleted. */
  onSaveAsNew?: () => void
  /** Leaves the form. */
  onBack: () => void
  /** Comes back to it. */
  onReturn: () => void
  children: ReactNode
}) {
  const { conflict, error } = saving
  const cancel = () => {
    kept.drop()
    onBack()
    if (!state.isChanged) return
    const onUndo = () => {
      kept.keep(draft)
      onReturn()
    }
    showToast({ message: 'Draft discarded', undo: { seconds: undoSeconds, onUndo } })
  }
  return (
    <FormPanel
      title={name === null ? `New ${newName}` : <bdi>{name}</bdi>}
      label={name === null ? `New ${newName}` : `Edit ${name}`}
      icon={icon}
      box={state.box}
      isChanged={state.isChanged}
      keptAt={kept.at}
      toCorrect={state.toCorrect}
      cannotRun={state.cannotRun ?? 0}
      verb={name === null ? `Create ${noun}` : `Save ${noun}`}
      isSaving={saving.isSaving}
      saveReason={isDeleted ? `This ${noun} was deleted.` : null}
      notice={isDeleted && <DeletedNote noun={noun} onSaveAsNew={onSaveAsNew} />}
      onRestart={() => {
        kept.forget()
        state.restart()
      }}
      onCancel={cancel}
      onClose={onBack}
      onSubmit={() => {
        if (state.check()) onSave()
      }}
      beside={
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
              kept.drop()
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
            shown={Object.keys(error?.fieldErrors ?? {}).filter(isField)}
          />
        </div>
      )}
    </FormPanel>
  )
}
