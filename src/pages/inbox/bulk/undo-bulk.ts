/** Takes back a change of many conversations; by its toast also when the page no longer is there. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { conversationWork as api } from '#contract/conversation-work.ts'
import type { Signal } from '#lib/signal.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { undoneWords } from './bulk-words.ts'
import { keepFocus } from '#pages/inbox/focus-targets.ts'
import type { LastBulkChange } from './last-bulk-change.ts'

/** A second press means the same. */
const underWay = new Set<string>()

/** `last` is the change that is remembered, and forgotten when nothing can be done about it any more. */
export async function undoBulk(client: QueryClient, last: Signal<LastBulkChange | null>, token: string): Promise<void> {
  if (underWay.has(token)) return
  underWay.add(token)
  const forget = () => {
    if (last.get()?.token === token) last.set(null)
  }
  try {
    // The key is that of the change: asked for again after a lost answer, it is the same undo.
    const undone = await call(api.undo, { body: { undo_token: token } }, { idempotencyKey: token })
    forget()
    showToast({ message: undoneWords(undone) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Whether it arrived is not known of one that broke off: it may be tried again.
    if (!error.isTransient) forget()
    showToast({ message: `Nothing was restored. ${error.detail}` })
  } finally {
    underWay.delete(token)
    for (const noun of api.undo.changes) void client.invalidateQueries({ queryKey: [noun] })
    keepFocus()
  }
}
