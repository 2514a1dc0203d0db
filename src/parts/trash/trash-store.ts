/**
 * Copies of deleted flows in this browser's IndexedDB: each is stored before its flow is deleted. Every function
 * rejects if storage is unavailable.
 */
import { requestResult, BrowserDatabase, transactionDone } from '#ui/browser/browser-database.ts'
import { isTooLarge, toDrop, type TrashCopy } from './trash-limits.ts'

const database = new BrowserDatabase('flow-console-trash', { copies: { keyPath: 'id' }, files: {} })

async function open(mode: IDBTransactionMode) {
  const store = await database.change(mode)
  return { copies: store('copies'), files: store('files') }
}

/** Stores a copy; deletes the oldest ones beyond the limits. */
export async function keepTrash(copy: TrashCopy, file: Blob, now: number): Promise<void> {
  if (isTooLarge(copy.bytes)) throw new Error('The flow is too large for the trash.')
  const { copies, files } = await open('readwrite')
  const done = transactionDone(copies)
  copies.put(copy)
  files.put(file, copy.id)
  const request: IDBRequest<TrashCopy[]> = copies.getAll()
  for (const { id } of toDrop(await requestResult(request), now)) {
    copies.delete(id)
    files.delete(id)
  }
  await done
}

/** Copies of a user's deleted flows of a service, last one first, without those that are too old. */
export async function listTrash(owner: string, now: number): Promise<TrashCopy[]> {
  const { copies, files } = await open('readwrite')
  const request: IDBRequest<TrashCopy[]> = copies.getAll()
  const all = await requestResult(request)
  const gone = new Set(toDrop(all, now).map(({ id }) => id))
  for (const id of gone) {
    copies.delete(id)
    files.delete(id)
  }
  return all.filter((copy) => copy.owner === owner && !gone.has(copy.id)).toSorted((a, b) => b.at - a.at)
}

/** The file of a copy; null if it was deleted meanwhile. */
export async function trashFile(id: string): Promise<Blob | null> {
  const { files } = await open('readonly')
  const request: IDBRequest<Blob | undefined> = files.get(id)
  return (await requestResult(request)) ?? null
}

/** Records that the flow of a copy is deleted. */
export async function markDeleted(copy: TrashCopy): Promise<void> {
  const { copies } = await open('readwrite')
  const done = transactionDone(copies)
  copies.put({ ...copy, isDeleted: true })
  await done
}

export async function dropTrash(id: string): Promise<void> {
  const { copies, files } = await open('readwrite')
  const done = transactionDone(copies)
  copies.delete(id)
  files.delete(id)
  await done
}
