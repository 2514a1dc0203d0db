/** Copies of deleted flows in this browser's IndexedDB: each is there before its flow is deleted. Everything rejects where storage is refused. */
import { requestResult, BrowserDatabase, transactionDone } from '#ui/browser/browser-database.ts'
import { isTooLarge, toDrop, type TrashCopy } from './trash-limits.ts'

const database = new BrowserDatabase('flow-console-trash', { copies: { keyPath: 'id' }, files: {} })

async function open(mode: IDBTransactionMode) {
  const store = await database.change(mode)
  return { copies: store('copies'), files: store('files') }
}

/** Keeps a copy; the oldest of all go where there are too many. */
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

/** What a person has deleted from a service, the last one first, without what is too old. */
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

/** The file of a copy; null where it went meanwhile. */
export async function trashFile(id: string): Promise<Blob | null> {
  const { files } = await open('readonly')
  const request: IDBRequest<Blob | undefined> = files.get(id)
  return (await requestResult(request)) ?? null
}

/** Says that the flow of a copy is gone. */
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
