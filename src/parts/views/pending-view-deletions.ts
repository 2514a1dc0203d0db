/**
 * Pending deletions of saved views. A view is hidden immediately, and deleted when the time to undo is over. No request
 * is sent before, so a restored view is unchanged for everyone, including pins. If the page is closed first, the view
 * is kept.
 */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { view as api, type View } from '#contract/view.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { pendingViewDeletions } from './use-saved-views.ts'

/** Seconds for which the toast offers Undo. */
const undoSeconds = 10

/** Views whose deletion was not sent yet, with the function that sends it. */
const pendingDeletions = new Map<string, { name: string; send: () => Promise<void> }>()

function restoreView(id: string): void {
  pendingDeletions.delete(id)
  pendingViewDeletions.set(new Set([...pendingViewDeletions.get()].filter((one) => one !== id)))
}

async function sendDeletion(client: QueryClient, { id, name }: View): Promise<void> {
  if (!pendingDeletions.delete(id)) return
  try {
    await call(api.remove, { id })
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    // 404 means that the view was already deleted.
    if (problem.status !== 404) {
      restoreView(id)
      showToast({ message: `The view “${name}” was not deleted. ${problem.detail}` })
    }
  }
  // Also after an error: the view may have been deleted although the response was lost.
  for (const noun of api.remove.changes) void client.invalidateQueries({ queryKey: [noun] })
}

/** Hides a view, and deletes it when the time to undo is over. */
export function scheduleViewDeletion(client: QueryClient, view: View): void {
  if (pendingDeletions.has(view.id)) return
  const send = () => sendDeletion(client, view)
  const close = showToast({
    message: `The view “${view.name}” will be deleted`,
    undo: { seconds: undoSeconds, onUndo: () => restoreView(view.id), onExpire: () => void send() },
  })
  pendingDeletions.set(view.id, {
    name: view.name,
    send: () => {
      close()
      return send()
    },
  })
  pendingViewDeletions.set(new Set([...pendingViewDeletions.get(), view.id]))
}

/** Frees a name: sends the pending deletion of the view with this name now. */
export async function freeViewName(name: string): Promise<void> {
  const normalizedName = name.trim().toLowerCase()
  await Promise.all(
    [...pendingDeletions.values()].filter((one) => one.name.toLowerCase() === normalizedName).map(({ send }) => send()),
  )
}
