/** Copies of flows: taken before a deletion, then confirmed if the flow is deleted, or discarded if it is kept. */
import type { QueryClient } from '@tanstack/react-query'
import { call, download } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi, type FlowStatus } from '#contract/flow.ts'
import { isRecord, type Json, recordOf } from '#lib/json/json.ts'
import { storageScope } from '#parts/storage/storage-scope.ts'
import type { TrashCopy } from './trash-limits.ts'
import { deleteTrashCopy, storeTrashCopy, listTrash, markDeleted } from './trash-store.ts'

/** Maximum number of copies taken concurrently, for bulk deletions. */
const maxConcurrent = 3

let running = 0
const queue: (() => void)[] = []

async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) await new Promise<void>((resolve) => queue.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    queue.shift()?.()
  }
}

/** The number of nodes in a file of the console's own format; null for any other. */
function nodesIn(text: string): number | null {
  try {
    const file: Json = JSON.parse(text)
    const nodes = isRecord(file) && recordOf(file['flow'])['nodes']
    return Array.isArray(nodes) ? nodes.length : null
  } catch {
    return null
  }
}

/** A flow to be deleted. `node_count`: as in the list of flows; NaN or absent = not known. */
export interface DeletedFlow {
  id: string
  name: string
  node_count?: number
  status?: FlowStatus
}

/**
 * Reads a flow and stores it in this browser. Null if the flow was already deleted; rejects with ApiError, or with a
 * storage error.
 */
export async function createTrashCopy(
  client: QueryClient,
  { id, name, node_count: listedNodes = Number.NaN }: DeletedFlow,
): Promise<TrashCopy | null> {
  return withConcurrencyLimit(async () => {
    const owner = await storageScope(client)
    const file = await download(flowApi.export, { id }).catch((problem: unknown) => {
      if (problem instanceof ApiError && problem.status === 404) return null
      throw problem
    })
    if (file === null) return null
    const now = Date.now()
    const nodes = nodesIn(await file.blob.text()) ?? (Number.isNaN(listedNodes) ? null : listedNodes)
    const copy = {
      id: crypto.randomUUID(),
      owner,
      flowId: id,
      name,
      at: now,
      bytes: file.blob.size,
      nodes,
      isDeleted: false,
    }
    await storeTrashCopy(copy, file.blob, now)
    return copy
  })
}

/** Marks the copy of a flow that was deleted. */
export const confirmCopy = (copy: TrashCopy): Promise<void> => markDeleted(copy)

/** Deletes the copy of a flow that was kept. */
export const discardCopy = (copy: TrashCopy): Promise<void> => deleteTrashCopy(copy.id)

/** Time in ms after which an unconfirmed copy is checked; by then its deletion has usually ended. */
const confirmAfterMs = 60_000

/** The copies of deleted flows. For an unconfirmed copy, the service is asked whether its flow still exists. */
export async function readTrash(client: QueryClient): Promise<TrashCopy[]> {
  const now = Date.now()
  const copies = await listTrash(await storageScope(client), now)
  const checkedCopies = await Promise.all(
    copies.map(async (copy) => {
      if (copy.isDeleted) return copy
      if (copy.at + confirmAfterMs > now) return null
      const problem: unknown = await call(flowApi.read, { id: copy.flowId }).then(
        () => null,
        (error: unknown) => error,
      )
      if (problem === null) await discardCopy(copy)
      if (!(problem instanceof ApiError) || problem.status !== 404) return null
      await confirmCopy(copy)
      return copy
    }),
  )
  return checkedCopies.filter((copy) => copy !== null)
}
