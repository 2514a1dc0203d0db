/** Undo of a bulk change. It also works from a toast whose page was unmounted. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { conversationWork as api } from '#contract/conversation-work.ts'
import type { Signal } from '#lib/signal.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { undoneWords } from './bulk-words.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'
import type { LastBulkChange } from './last-bulk-change.ts'

/** Tokens of pending requests: further clicks are ignored. */
const pendingTokens = new Set<string>()

/** `last` is the stored change, which is cleared once it can no longer be undone. */
export async function undoBulk(client: QueryClient, last: Signal<LastBulkChange | null>, token: string): Promise<void> {
  if (pendingTokens.has(token)) return
  pendingTokens.add(token)
  const clearLast = () => {
    if (last.get()?.token === token) last.set(null)
  }
  try {
    // The idempotency key is the change's token, so a retry after a lost response does not undo twice.
    const undone = await call(api.undo, { body: { undo_token: token } }, { idempotencyKey: token })
    clearLast()
    showToast({ message: undoneWords(undone) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // After a lost response the undo can be retried.
    if (!error.isTransient) clearLast()
    showToast({
      message: error.isTransient
        ? `The undo was not confirmed. ${error.detail} Use “Undo last change” in the page menu to try again.`
        : `Nothing was restored. ${error.detail}`,
    })
  } finally {
    pendingTokens.delete(token)
    for (const noun of api.undo.changes) void client.invalidateQueries({ queryKey: [noun] })
    keepFocus()
  }
}
