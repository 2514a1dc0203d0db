import { useEffect, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { showToast } from '#ui/overlays/toast.tsx'
import { focusThread, mountComposer } from '#pages/inbox/focus-targets.ts'
import type { ComposerKind } from './composer-drafts.ts'
import type { ComposerState } from './use-composer.ts'

interface ComposerFocusOptions {
  field: RefObject<HTMLTextAreaElement | null>
  /** Id of the conversation. */
  id: string
  kinds: readonly ComposerKind[]
  state: Pick<ComposerState, 'text' | 'setKind' | 'setText'>
  /** Why the current kind of text cannot be written. */
  obstacle: string | null
}

/** Focuses the text field on request, or says why there is none. */
export function useComposerFocus(options: ComposerFocusOptions): void {
  const { field, id } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    /** Adds what was typed before the text field was mounted. */
    const addTyped = (typed: string) => {
      const { text, setText } = latest.current.state
      if (typed !== '') setText(text + typed)
    }
    /** The text field is mounted at once, so that the next key is already text. */
    const write = (kind: ComposerKind, typed = '') => {
      if (!latest.current.kinds.includes(kind)) {
        showToast({ message: `This service does not support ${kind === 'reply' ? 'replies' : 'notes'}.` })
        return
      }
      flushSync(() => latest.current.state.setKind(kind))
      const { obstacle } = latest.current
      if (obstacle !== null) {
        showToast({ message: obstacle })
        return
      }
      field.current?.focus()
      addTyped(typed)
    }
    const { request, unmount } = mountComposer({ id, write })
    // Not within the effect, in which React cannot render at once.
    if (request?.kind != null) queueMicrotask(() => write(request.kind ?? 'reply', request.typed))
    else if (request !== null && field.current === null) focusThread()
    else if (request !== null) {
      field.current?.focus()
      addTyped(request.typed)
    }
    return unmount
  }, [id, field])
}
