/** One toast about the last changes, updated by each of them, with the undo of the last one. */
import { showToast } from '#ui/overlays/toast.tsx'
import { offerUndo } from './offered-undos.ts'
import { triageKeys } from './triage-keys.ts'

/** Seconds for which the toast offers Undo after the last change. */
const undoSeconds = 10

interface DoneChange {
  /** "#48220 resolved". */
  message: string
  /** "resolved", if changes of this kind are counted. */
  verb: string | null
}

/** Message about the last change, or "5 resolved" after several of its kind. */
export function doneMessage(changes: readonly DoneChange[]): string {
  const last = changes.at(-1)
  if (last === undefined) return ''
  const same = changes.length - 1 - changes.findLastIndex(({ verb }) => verb !== last.verb)
  return last.verb !== null && same > 1 ? `${same} ${last.verb}` : last.message
}

interface UndoableChange extends DoneChange {
  undo: () => void
  withdraw: () => void
}

/** Changes whose undo is offered, newest last. */
let changes: readonly UndoableChange[] = []
let closeToast = () => {}

function updateToast(): void {
  closeToast()
  const last = changes.at(-1)
  if (last === undefined) return
  closeToast = showToast({
    message: doneMessage(changes),
    undo: {
      label: changes.length > 1 ? 'Undo last' : 'Undo',
      seconds: undoSeconds,
      shortcut: triageKeys.undo,
      onUndo: last.undo,
      onExpire: () => {
        for (const { withdraw } of changes) withdraw()
        changes = []
      },
    },
  })
}

/** Shows a change in the toast, and offers its undo. */
export function showUndo(done: DoneChange, onUndo: () => void): void {
  const undo = () => {
    change.withdraw()
    changes = changes.filter((one) => one !== change)
    updateToast()
    onUndo()
  }
  const change: UndoableChange = { ...done, undo, withdraw: offerUndo(undo) }
  changes = [...changes, change]
  updateToast()
}
