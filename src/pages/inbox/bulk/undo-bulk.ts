/** Undoes a bulk change; also from a toast after its page was unmounted. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { conversationWork as api } from '#contract/conversation-work.ts'
import type { Signal } from '#lib/signal.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { undoneWords } from './bulk-words.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'
import type { LastBulkChange } from './last-bulk-change.ts'

/** A second click is ignored. */
const underWay = new Set<string>()

/** `last` is the stored change, which is cleared once it can no longer be undone. */
export async function undoBulk(client: QueryClient, last: Signal<LastBulkChange | null>, token: string): Promise<void> {
  if (underWay.has(token)) return
  underWay.add(token)
  const forget = () => {
    if (last.get()?.token === token) last.set(null)
  }
  try {
    // The key is the change's token: a retry after a lost answer is the same undo.
    const undone = await call(api.undo, { body: { undo_token: token } }, { idempotencyKey: token })
    forget()
    showToast({ message: undoneWords(undone) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // After a lost answer it may be retried.
    if (!error.isTransient) forget()
    showToast({ message: `Nothing was restored. ${error.detail}` })
  } finally {
    underWay.delete(token)
    for (const noun of api.undo.changes) void client.invalidateQueries({ queryKey: [noun] })
    keepFocus()
  }
}
