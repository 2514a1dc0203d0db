/** Parses the bytes of a list: short lists on the page, long ones in a worker, so that 50 MB do not block the page. */
import { startWorker } from '#lib/start-worker.ts'
import { LocalRows, type RowPage, type IgnoredParameters } from './local-rows.ts'
import type { ListQuery } from '#contract/rows/list-query.ts'
import type { ListReply, ListRequest, OpenReply } from './list-messages.ts'
import type { ListOpening, ListRows } from './opened-list.ts'
import { ListService, listOfBytes } from './serve-lists.ts'

/** Maximum bytes that are parsed on the page: about 10 ms of work. A page of 100 rows has a tenth of that. */
const maxBytesOnPage = 300_000

/** Declared as methods, so that requests with different types of results fit into one map. */
interface PendingRequest {
  resolve(answer: unknown): void
  reject(problem: Error): void
}

type Post = (request: ListRequest, transfer: Transferable[]) => void
type Question = ListRequest extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

const pending = new Map<number, PendingRequest>()
let post: Promise<Post> | null = null
let last = 0

function handleReply(reply: ListReply): void {
  const request = pending.get(reply.id)
  pending.delete(reply.id)
  if (reply.is === 'done') request?.resolve(reply.result)
  else request?.reject(new Error(reply.message))
}

async function startWorkerOfLists(): Promise<Worker | null> {
  if (typeof Worker !== 'function') return null
  // Loaded only with the first long list.
  const { default: url } = await import('./list-worker.ts?worker&url')
  return startWorker(url)
}

async function startService(): Promise<Post> {
  const worker = await startWorkerOfLists()
  if (worker === null) {
    // Some company policies forbid workers.
    const service = new ListService(handleReply)
    return (request) => service.handle(request)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<ListReply>) => handleReply(data))
  worker.addEventListener('error', () => {
    worker.terminate()
    post = null
    const message = 'The list is too large for the browser’s memory. Close other tabs and try again.'
    for (const request of pending.values()) request.reject(new Error(message))
    pending.clear()
  })
  return (request, transfer) => worker.postMessage(request, transfer)
}

async function ask<T>(question: Question, transfer: Transferable[] = []): Promise<T> {
  const id = ++last
  post ??= startService()
  const send = await post
  return new Promise<T>((resolve, reject) => {
    pending.set(id, { resolve: (answer: T) => resolve(answer), reject })
    send({ ...question, id }, transfer)
  })
}

/** Releases a list in the worker once the page no longer references it. */
const registry = new FinalizationRegistry<number>((key) => {
  void post?.then((send) => send({ kind: 'forget', key }, []))
})

async function openInWorker(noun: string, bytes: ArrayBuffer): Promise<ListOpening> {
  const key = ++last
  const reply = await ask<OpenReply>({ kind: 'open', key, noun, bytes }, [bytes])
  if (reply.is !== 'list') return reply
  const rows: ListRows = {
    size: reply.size,
    page: (query: ListQuery) => ask<RowPage>({ kind: 'page', key, query }),
    findIgnored: (query: ListQuery) => ask<IgnoredParameters>({ kind: 'find ignored', key, query }),
    findUnverifiable: (query: ListQuery) => ask<readonly string[]>({ kind: 'find unverifiable', key, query }),
  }
  registry.register(rows, key)
  return { is: 'list', info: reply.info, rows }
}

/** Rows on the page. */
export function localRows(all: ConstructorParameters<typeof LocalRows>[0]): ListRows {
  const localList = new LocalRows(all)
  return {
    size: localList.size,
    page: (query) => Promise.resolve(localList.page(query)),
    findIgnored: (query) => Promise.resolve(localList.findIgnored(query)),
    findUnverifiable: (query) => Promise.resolve(localList.findUnverifiable(query)),
  }
}

/** Opens a response that is a list; long ones are transferred to the worker. Rejects with an Error if that ended. */
export async function openList(noun: string, bytes: ArrayBuffer): Promise<ListOpening> {
  if (bytes.byteLength > maxBytesOnPage) return openInWorker(noun, bytes)
  const read = listOfBytes(noun, bytes)
  return read.is === 'list' ? { is: 'list', info: read.info, rows: localRows(read.rows) } : read
}
