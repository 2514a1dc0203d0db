/** Marks reasons as solved, or as open again. It also works from a toast whose page was unmounted. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { runWork } from '#contract/run-work.ts'
import { count } from '#lib/count.ts'
import { showToast } from '#ui/overlays/toast.tsx'

export type ReasonMark = 'solve' | 'reopen'

const undoSeconds = 10

const marks = {
  solve: { endpoint: runWork.solveReasons, done: 'marked as solved', opposite: 'reopen' },
  reopen: { endpoint: runWork.reopenReasons, done: 'reopened', opposite: 'solve' },
} as const

/** @param isUndo whether this undoes a mark: then it cannot be undone itself */
export async function markReasons(
  client: QueryClient,
  mark: ReasonMark,
  keys: readonly string[],
  isUndo = false,
): Promise<void> {
  const { endpoint, done, opposite } = marks[mark]
  try {
    await call(endpoint, { body: { reasons: [...keys] } }, { idempotencyKey: crypto.randomUUID() })
    const message = `${count(keys.length, 'reason')} ${done}`
    const onUndo = () => void markReasons(client, opposite, keys, true)
    showToast(isUndo ? { message } : { message, undo: { seconds: undoSeconds, onUndo } })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    showToast({ message: `No reason was ${done}. ${error.detail}` })
  } finally {
    for (const noun of endpoint.changes) void client.invalidateQueries({ queryKey: [noun] })
  }
}
