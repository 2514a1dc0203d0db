/** Copy of a flow before its deletion: taken first, confirmed if the flow is deleted, discarded if it is kept. */
import type { QueryClient } from '@tanstack/react-query'
import { call, download } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { isRecord, type Json, listOf, recordOf } from '#lib/json/json.ts'
import { storageScope } from '#parts/storage/storage-scope.ts'
import type { TrashCopy } from './trash-limits.ts'
import { dropTrash, keepTrash, listTrash, markDeleted } from './trash-store.ts'

/** Maximum concurrent reads of copies, when a hundred flows are deleted at once. */
const lanes = 3

let running = 0
const queue: (() => void)[] = []

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (running >= lanes) await new Promise<void>((resolve) => queue.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    queue.shift()?.()
  }
}

function nodesIn(text: string): number {
  try {
    const file: Json = JSON.parse(text)
    return isRecord(file) ? listOf(recordOf(file['flow'])['nodes']).length : 0
  } catch {
    return 0
  }
}

/**
 * Reads a flow and stores it here. Null if the flow is gone already; rejects with ApiError, or with an error of the
 * storage.
 */
export async function takeCopy(
  client: QueryClient,
  { id, name }: { id: string; name: string },
): Promise<TrashCopy | null> {
  return inLane(async () => {
    const owner = await storageScope(client)
    const file = await download(flowApi.export, { id }).catch((problem: unknown) => {
      if (problem instanceof ApiError && problem.status === 404) return null
      throw problem
    })
    if (file === null) return null
    const now = Date.now()
    const nodes = nodesIn(await file.blob.text())
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
    await keepTrash(copy, file.blob, now)
    return copy
  })
}

/** The flow is deleted: marks its copy. */
export const confirmCopy = (copy: TrashCopy): Promise<void> => markDeleted(copy)

/** The flow stays: deletes its copy. */
export const discardCopy = (copy: TrashCopy): Promise<void> => dropTrash(copy.id)

/** A copy of an interrupted deletion is only checked when no request for its flow can be under way. */
const patienceMs = 60_000

/** The copies of deleted flows. After an interrupted deletion, the service is asked about the outcome. */
export async function readTrash(client: QueryClient): Promise<TrashCopy[]> {
  const now = Date.now()
  const copies = await listTrash(await storageScope(client), now)
  const settled = await Promise.all(
    copies.map(async (copy) => {
      if (copy.isDeleted) return copy
      if (copy.at + patienceMs > now) return null
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
  return settled.filter((copy) => copy !== null)
}
