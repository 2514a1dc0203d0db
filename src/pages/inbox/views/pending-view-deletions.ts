/**
 * Saved views that are about to be deleted: out of sight at once, and deleted when the time to take it back is over. Until then nothing is
 * sent, so that a view comes back as it was for everybody, pins included. If the page closes first, it is kept.
 */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { view as api, type View } from '#contract/view.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { pendingViewDeletions } from '#parts/lists/use-saved-views.ts'

/** Time to take it back by the toast. */
const undoSeconds = 10

/** Those for which nothing was sent yet: what sends it. */
const waiting = new Map<string, { name: string; send: () => Promise<void> }>()

function comeBack(id: string): void {
  waiting.delete(id)
  pendingViewDeletions.set(new Set([...pendingViewDeletions.get()].filter((one) => one !== id)))
}

async function remove(client: QueryClient, { id, name }: View): Promise<void> {
  if (!waiting.delete(id)) return
  try {
    await call(api.remove, { id })
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    // It is gone already: what was wanted is so.
    if (problem.status !== 404) {
      comeBack(id)
      showToast({ message: `The view “${name}” was not deleted. ${problem.detail}` })
    }
  }
  // A lost answer may have been about a view that is gone.
  for (const noun of api.remove.changes) void client.invalidateQueries({ queryKey: [noun] })
}

/** Takes a view out of sight, and offers for some seconds to keep it. */
export function scheduleViewDeletion(client: QueryClient, view: View): void {
  if (waiting.has(view.id)) return
  const send = () => remove(client, view)
  const close = showToast({
    message: `The view “${view.name}” will be deleted`,
    undo: { seconds: undoSeconds, onUndo: () => comeBack(view.id), onExpire: () => void send() },
  })
  waiting.set(view.id, {
    name: view.name,
    send: () => {
      close()
      return send()
    },
  })
  pendingViewDeletions.set(new Set([...pendingViewDeletions.get(), view.id]))
}

/** Views are to take this name: one that is about to go, and still has it, goes now. */
export async function freeViewName(name: string): Promise<void> {
  const wanted = name.trim().toLowerCase()
  await Promise.all([...waiting.values()].filter((one) => one.name.toLowerCase() === wanted).map(({ send }) => send()))
}
