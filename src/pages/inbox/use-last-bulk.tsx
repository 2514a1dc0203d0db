import { Undo2 } from 'lucide-react'
import { connectionPrefix } from '#api/connection.ts'
import type { ApiError } from '#api/errors.ts'
import { useMe, useWriteReason } from '#api/me.ts'
import { useApiMutation } from '#api/query.ts'
import { conversationWork as api } from '#contract/conversation-work.ts'
import type { PageAction } from '#shell/page.tsx'
import { useNow } from '#ui/now.ts'
import { useStored } from '#ui/stored.ts'
import { showToast } from '#ui/toast.tsx'
import { undoneWords } from './bulk-words.ts'
import { keepFocus } from './focus-places.ts'
import { isKept, lastBulkOf, type LastBulk } from './last-bulk.ts'

export interface BulkUndo {
  last: LastBulk | null
  remember: (done: LastBulk) => void
  takeBack: (token: string) => void
}

/** The way back from the last change of many, longer than its toast. */
export function useBulkUndo(): BulkUndo {
  const me = useMe()
  const store = lastBulkOf(`${connectionPrefix()}${me?.account.id ?? ''} ${me?.person?.id ?? ''}`)
  const last = useStored(store)
  const now = useNow()
  const undo = useApiMutation(api.undo)
  const forget = (token: string) => {
    if (store.get()?.token === token) store.set(null)
  }
  return {
    last: last !== null && isKept(last, now) ? last : null,
    remember: store.set,
    // By its promise: a toast is there, and may be pressed, when the page no longer is.
    takeBack: (token) =>
      void undo
        .mutateAsync({ body: { undo_token: token } })
        .then(
          (undone) => {
            forget(token)
            showToast({ message: undoneWords(undone) })
          },
          (error: ApiError) => {
            // Whether it arrived is not known of one that broke off: it may be tried again.
            if (!error.isTransient) forget(token)
            showToast({ message: `Nothing was put back. ${error.detail}` })
          },
        )
        .then(keepFocus),
  }
}

/** For the menu of the page; nothing where nothing can be taken back. */
export function useBulkUndoActions({ last, takeBack }: BulkUndo): PageAction[] {
  const reason = useWriteReason()
  if (last === null) return []
  const note = { words: last.words, isKnown: true }
  return [{ label: 'Undo the last change', icon: <Undo2 />, note, reason, onSelect: () => takeBack(last.token) }]
}
