/**
 * Flows opened from files without an import. They are stored in this browser, so that reloads and bookmarks find them,
 * and are not sent anywhere.
 */
import { connectionPrefix, type Connection } from '#api/connection/connection.ts'
import { keysToEvict } from '#flow-data/versions/version-limits.ts'
import { newId } from '#lib/id.ts'
import { requestResult, BrowserDatabase } from '#ui/browser/browser-database.ts'
import type { FileFlow } from './file-result.ts'

export interface OpenedFile {
  key: string
  /** Connection in which the file was opened: its flow is compared with flows of that service. */
  connection: string
  /** File name. */
  file: string
  /** Name of the service that the flow comes from; absent = it comes from a file. */
  sender?: string
  flow: FileFlow
  bytes: number
  /** When it was opened, and last viewed, in ms. */
  at: number
  usedAt: number
}

/**
 * About twenty files of the usual size, or six of the largest; those not viewed for the longest time are evicted first.
 */
const limits = { flows: 50, bytes: 200_000_000 }

const database = new BrowserDatabase('flow-console-files', { files: { keyPath: 'key' } })

/**
 * Flows opened by this page: a fallback if the browser refuses storage. Their content is in Blobs, outside of the
 * page's memory.
 */
const filesInMemory = new Map<string, OpenedFile>()

const isOfConnection = ({ connection }: OpenedFile): boolean => connection === connectionPrefix()

async function storeFile(opened: OpenedFile): Promise<void> {
  const files = (await database.change('readwrite'))('files')
  await requestResult(files.put(opened))
  const request: IDBRequest<OpenedFile[]> = files.getAll()
  for (const key of keysToEvict(await requestResult(request), limits)) files.delete(key)
}

interface OpeningOptions {
  file?: string
  /** That of a missing flow, which it replaces. */
  key?: string | undefined
}

/** Stores a flow for viewing under `/flows/file/<key>`. */
export async function openFileFlow(
  flow: FileFlow,
  { file = flow.name, key = newId('file') }: OpeningOptions = {},
): Promise<string> {
  const opened = newlyOpened(flow, { file, key, connection: connectionPrefix() })
  filesInMemory.set(key, opened)
  // Without storage, or space in it, the page holds the flow as long as it stays open.
  await storeFile(opened).catch(() => null)
  return key
}

const newlyOpened = (flow: FileFlow, where: Pick<OpenedFile, 'key' | 'file' | 'connection' | 'sender'>): OpenedFile => {
  const now = Date.now()
  return { ...where, flow, bytes: flow.template.size, at: now, usedAt: now }
}

/** Stores a flow of this service for a page of another one. Rejects if the browser does not store it. */
export async function openFlowElsewhere(
  flow: FileFlow,
  { file, to, sender }: { file: string; to: Connection; sender: string },
): Promise<string> {
  const key = newId('file')
  await storeFile(newlyOpened(flow, { key, file, connection: connectionPrefix(to), sender }))
  return key
}

/** The flow opened under a key; null if this browser has none, or no longer, for the current connection. */
export async function openedFile(key: string): Promise<OpenedFile | null> {
  const inMemory = filesInMemory.get(key)
  if (inMemory !== undefined) return inMemory
  try {
    const files = (await database.change('readwrite'))('files')
    const request: IDBRequest<OpenedFile | undefined> = files.get(key)
    const storedFile = await requestResult(request)
    if (storedFile === undefined || !isOfConnection(storedFile)) return null
    files.put({ ...storedFile, usedAt: Date.now() })
    return storedFile
  } catch {
    return null
  }
}

/** Deletes an opened flow from this browser. */
export async function forgetFile(key: string): Promise<void> {
  filesInMemory.delete(key)
  await database.change('readwrite').then(
    (store) => requestResult(store('files').delete(key)),
    () => null,
  )
}

/** All opened flows, last viewed first. */
export async function openedFiles(): Promise<OpenedFile[]> {
  const storedFiles = await database
    .change('readonly')
    .then((store) => {
      const request: IDBRequest<OpenedFile[]> = store('files').getAll()
      return requestResult(request)
    })
    .catch((): OpenedFile[] => [])
  const all = new Map(
    [...storedFiles.filter(isOfConnection), ...filesInMemory.values()].map((one) => [one.key, one] as const),
  )
  return [...all.values()].toSorted((a, b) => b.usedAt - a.usedAt)
}
