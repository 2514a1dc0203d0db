import { useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { ActionError } from '#parts/display/action-error.tsx'
import type { DraftStorage } from '#parts/storage/draft-storage.ts'
import { FieldConflictDialog } from './field-conflict-dialog.tsx'
import { FormPanel } from './form-panel.tsx'
import type { VersionedSave } from './use-versioned-save.ts'

/** Seconds in which a discarded draft can be restored. */
const undoSeconds = 10

/** The draft stored in this browser when the form was opened, until the form is reset. */
export function useStoredDraft<D>(shelf: DraftStorage<D>, keptAs: string) {
  const [kept, setKept] = useState(() => shelf.read(keptAs))
  return {
    /** Null if there was none. */
    draft: kept?.draft ?? null,
    /** When it was stored, in ms; null = the form started empty. */
    at: kept?.at ?? null,
    forget: () => setKept(null),
    drop: () => shelf.drop(keptAs),
    keep: (draft: D) => void shelf.keep(keptAs, draft),
  }
}

/** State of the form, from `useDraftForm`. */
interface FormState {
  box: RefObject<HTMLFormElement | null>
  isChanged: boolean
  toCorrect: number
  /** Number of problems that prevent running, not saving. */
  cannotRun?: number
  /** True if nothing prevents sending. */
  check: () => boolean
  restart: () => void
}

/** Actions for a form whose object was deleted. */
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
 * Form for a new or edited object, as a panel beside its list: its draft stays in this browser, discarding it can be
 * undone, and on a conflict both versions are shown.
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
  /** Name of the edited object; null = it is new. */
  name: string | null
  /** Name of a new object: "API tool". */
  newName: string
  icon: ReactNode
  kept: ReturnType<typeof useStoredDraft<D>>
  draft: D
  state: FormState
  saving: VersionedSave<D>
  /** Errors of these fields are shown at the fields. */
  isField: (path: string) => boolean
  /** A question that has to be answered first, over the form. */
  dialog?: ReactNode
  /** The edited object was deleted meanwhile: the form stays, and cannot be saved. */
  isDeleted?: boolean
  /** Called if there are no problems. */
  onSave: () => void
  /** Saves the draft as a new object, after the edited one was deleted. */
  onSaveAsNew?: () => void
  /** Leaves the form. */
  onBack: () => void
  /** Returns to it. */
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
