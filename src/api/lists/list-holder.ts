/** Parses the bytes of a list: short lists on the page, long ones in a worker, so that 50 MB do not block the page. */
import { startWorker } from '#lib/start-worker.ts'
import { LocalRows, type RowPage } from './local-rows.ts'
import type { ListQuery, Heeded } from './list-query.ts'
import type { ListReply, ListRequest, OpenReply } from './list-messages.ts'
import type { ListOpening, ListRows } from './opened-list.ts'
import { ListService, listOfBytes } from './serve-lists.ts'

/** Maximum bytes that are parsed on the page: about 10 ms of work. A page of 100 rows has a tenth of that. */
const maxHere = 300_000

/** Declared as methods, so that requests with different types of answers fit into one map. */
interface Waiting {
  resolve(answer: unknown): void
  reject(problem: Error): void
}

type Post = (request: ListRequest, transfer: Transferable[]) => void
type Question = ListRequest extends infer One ? (One extends { id: number } ? Omit<One, 'id'> : never) : never

const waiting = new Map<number, Waiting>()
let post: Promise<Post> | null = null
let last = 0

function take(reply: ListReply): void {
  const one = waiting.get(reply.id)
  waiting.delete(reply.id)
  if (reply.is === 'done') one?.resolve(reply.answer)
  else one?.reject(new Error(reply.message))
}

async function startWorkerOfLists(): Promise<Worker | null> {
  if (typeof Worker !== 'function') return null
  // Loaded only with the first long list.
  const { default: url } = await import('./list-worker.ts?worker&url')
  return startWorker(url)
}

async function start(): Promise<Post> {
  const worker = await startWorkerOfLists()
  if (worker === null) {
    // Some company policies forbid workers.
    const service = new ListService(take)
    return (request) => service.take(request)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<ListReply>) => take(data))
  worker.addEventListener('error', () => {
    worker.terminate()
    post = null
    for (const one of waiting.values()) one.reject(new Error('The list is too large for the browser’s memory.'))
    waiting.clear()
  })
  return (request, transfer) => worker.postMessage(request, transfer)
}

async function ask<T>(question: Question, transfer: Transferable[] = []): Promise<T> {
  const id = ++last
  post ??= start()
  const send = await post
  return new Promise<T>((resolve, reject) => {
    waiting.set(id, { resolve: (answer: T) => resolve(answer), reject })
    send({ ...question, id }, transfer)
  })
}

/** Releases a list in the worker once the page no longer references it. */
const registry = new FinalizationRegistry<number>((key) => {
  void post?.then((send) => send({ kind: 'forget', key }, []))
})

async function openThere(noun: string, bytes: ArrayBuffer): Promise<ListOpening> {
  const key = ++last
  const reply = await ask<OpenReply>({ kind: 'open', key, noun, bytes }, [bytes])
  if (reply.is !== 'list') return reply
  const rows: ListRows = {
    size: reply.size,
    page: (query: ListQuery) => ask<RowPage>({ kind: 'page', key, query }),
    heed: (query: ListQuery) => ask<Heeded>({ kind: 'heed', key, query }),
    untold: (query: ListQuery) => ask<readonly string[]>({ kind: 'untold', key, query }),
  }
  registry.register(rows, key)
  return { is: 'list', facts: reply.facts, rows }
}

/** Rows on the page. */
export function rowsHere(all: ConstructorParameters<typeof LocalRows>[0]): ListRows {
  const held = new LocalRows(all)
  return {
    size: held.size,
    page: (query) => Promise.resolve(held.page(query)),
    heed: (query) => Promise.resolve(held.heed(query)),
    untold: (query) => Promise.resolve(held.untold(query)),
  }
}

/** Opens an answer that is a list; its bytes are transferred. Rejects with an Error if the worker ended. */
export async function openList(noun: string, bytes: ArrayBuffer): Promise<ListOpening> {
  if (bytes.byteLength > maxHere) return openThere(noun, bytes)
  const read = listOfBytes(noun, bytes)
  return read.is === 'list' ? { is: 'list', facts: read.facts, rows: rowsHere(read.rows) } : read
}
