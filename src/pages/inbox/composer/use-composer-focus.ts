import { useEffect, useRef, type RefObject } from 'react'
import { useShortcuts } from '#ui/browser/shortcut.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { focusThread, takeComposerFocus } from '#pages/inbox/focus-targets.ts'
import { triageKeys } from '#pages/inbox/triage/triage-keys.ts'
import type { ComposerKind } from './composer-drafts.ts'

interface ComposerFocusOptions {
  field: RefObject<HTMLTextAreaElement | null>
  /** Id of the conversation. */
  id: string
  kinds: readonly ComposerKind[]
  setKind: (kind: ComposerKind) => void
  /** Why the current kind of text cannot be written. */
  obstacle: string | null
}

/** The shortcuts that focus the text field, or say why there is none; and the focus after a previous reply. */
export function useComposerFocus({ field, id, kinds, setKind, obstacle }: ComposerFocusOptions): void {
  const latestObstacle = useRef(obstacle)
  useEffect(() => {
    latestObstacle.current = obstacle
  })
  const write = (next: ComposerKind) => {
    if (!kinds.includes(next)) {
      showToast({ message: `This service does not support ${next === 'reply' ? 'replies' : 'notes'}.` })
      return
    }
    setKind(next)
    // After the next render, since the text field may not be mounted yet.
    setTimeout(() => {
      if (latestObstacle.current !== null) showToast({ message: latestObstacle.current })
      else field.current?.focus()
    }, 0)
  }
  useShortcuts({ [triageKeys.reply]: () => write('reply'), [triageKeys.note]: () => write('note') })
  useEffect(() => {
    if (!takeComposerFocus(id)) return
    if (field.current === null) focusThread()
    else field.current.focus()
  }, [id, field])
}
