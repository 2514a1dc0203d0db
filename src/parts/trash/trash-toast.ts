/** Toast after a deletion into the trash of the service, with an undo that restores the flows. */
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { flowTrash } from '#contract/flows/flow-trash.ts'
import { count } from '#lib/count.ts'
import { showToast } from '#ui/overlays/toast.tsx'
import { paths } from '#ui/paths.ts'
import type { DeletedFlow } from './trash-copy.ts'

/** Seconds in which the toast offers to restore. */
const undoSeconds = 10

/** "“Night desk” was", or "12 flows were". */
function subjectOf(flows: readonly DeletedFlow[]): string {
  const [first] = flows
  return flows.length === 1 && first !== undefined ? `“${first.name}” was` : `${count(flows.length, 'flow')} were`
}

/** A flow that was active comes back paused. */
function restoredWords(flows: readonly DeletedFlow[]): string {
  if (flows.every(({ status }) => status !== 'active')) return 'restored'
  return flows.length === 1 ? 'restored and is paused' : 'restored. Those that were active are paused'
}

/** Restores flows one after the other; those that fail stay in the trash, and are reported. */
async function restoreAll(client: QueryClient, flows: readonly DeletedFlow[]): Promise<void> {
  const restored: DeletedFlow[] = []
  const failed: DeletedFlow[] = []
  for (const flow of flows) {
    const request = call(flowTrash.restore, { id: flow.id }, { idempotencyKey: crypto.randomUUID() })
    await request.then(
      () => restored.push(flow),
      () => failed.push(flow),
    )
  }
  for (const noun of flowTrash.restore.changes) void client.invalidateQueries({ queryKey: [noun] })
  if (failed.length > 0)
    showToast({ message: `${subjectOf(failed)} not restored`, link: { label: 'Open the trash', to: paths.trash } })
  else showToast({ message: `${subjectOf(restored)} ${restoredWords(restored)}` })
}

export function showTrashToast(client: QueryClient, flows: readonly DeletedFlow[]): void {
  showToast({
    message: `${subjectOf(flows)} moved to the trash`,
    undo: { label: 'Restore', seconds: undoSeconds, onUndo: () => void restoreAll(client, flows) },
  })
}
