/** Stores copies of deleted flows in IndexedDB. Every function rejects if storage is unavailable. */
import { requestResult, BrowserDatabase, transactionDone } from '#ui/browser/browser-database.ts'
import { isTooLarge, copiesToDelete, type TrashCopy } from './trash-limits.ts'

const database = new BrowserDatabase('flow-console-trash', { copies: { keyPath: 'id' }, files: {} })

async function open(mode: IDBTransactionMode) {
  const store = await database.change(mode)
  return { copies: store('copies'), files: store('files') }
}

/** Stores a copy, and deletes copies beyond the limits. */
export async function storeTrashCopy(copy: TrashCopy, file: Blob, now: number): Promise<void> {
  if (isTooLarge(copy.bytes)) throw new Error('The flow is too large for the trash.')
  const { copies, files } = await open('readwrite')
  const committed = transactionDone(copies)
  copies.put(copy)
  files.put(file, copy.id)
  const request: IDBRequest<TrashCopy[]> = copies.getAll()
  for (const { id } of copiesToDelete(await requestResult(request), now)) {
    copies.delete(id)
    files.delete(id)
  }
  await committed
}

/** Copies of one owner, newest first; expired ones are deleted. */
export async function listTrash(owner: string, now: number): Promise<TrashCopy[]> {
  const { copies, files } = await open('readwrite')
  const request: IDBRequest<TrashCopy[]> = copies.getAll()
  const all = await requestResult(request)
  const deletedIds = new Set(copiesToDelete(all, now).map(({ id }) => id))
  for (const id of deletedIds) {
    copies.delete(id)
    files.delete(id)
  }
  return all.filter((copy) => copy.owner === owner && !deletedIds.has(copy.id)).toSorted((a, b) => b.at - a.at)
}

/** The file of a copy; null if the copy was deleted. */
export async function trashFile(id: string): Promise<Blob | null> {
  const { files } = await open('readonly')
  const request: IDBRequest<Blob | undefined> = files.get(id)
  return (await requestResult(request)) ?? null
}

/** Records that the flow of a copy was deleted. */
export async function markDeleted(copy: TrashCopy): Promise<void> {
  const { copies } = await open('readwrite')
  const committed = transactionDone(copies)
  copies.put({ ...copy, isDeleted: true })
  await committed
}

export async function deleteTrashCopy(id: string): Promise<void> {
  const { copies, files } = await open('readwrite')
  const committed = transactionDone(copies)
  copies.delete(id)
  files.delete(id)
  await committed
}
