/** Versions of flows that were looked at, in IndexedDB; used by the worker alone. Everything rejects where storage is refused. */
import { toForget, type SeenMark } from './seen-limits.ts'

/** "Sign out and forget this browser" removes every database, whatever its name. */
const databaseName = 'flow-console-seen'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('storage refused')))
  })

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(databaseName, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('marks', { keyPath: 'key' })
      request.result.createObjectStore('texts')
    })
    const made = await done(request)
    // Who forgets this browser must not wait for an open page.
    made.addEventListener('versionchange', () => {
      made.close()
      opened = null
    })
    return made
  })()
  opened.catch(() => {
    opened = null
  })
  return opened
}

async function stores(mode: IDBTransactionMode) {
  const change = (await database()).transaction(['marks', 'texts'], mode)
  return { marks: change.objectStore('marks'), texts: change.objectStore('texts') }
}

/** What is known of a kept version; null where there is none. Says also that it was asked for. */
export async function seenMark(key: string): Promise<SeenMark | null> {
  const { marks } = await stores('readwrite')
  const request: IDBRequest<SeenMark | undefined> = marks.get(key)
  const mark = await done(request)
  if (mark === undefined) return null
  marks.put({ ...mark, usedAt: Date.now() })
  return mark
}

export async function seenText(key: string): Promise<string | null> {
  const { texts } = await stores('readonly')
  const request: IDBRequest<string | undefined> = texts.get(key)
  return (await done(request)) ?? null
}

/** Keeps a version in the place of the one before; the oldest others go where there are too many. */
export async function keepSeen(mark: SeenMark, text: string): Promise<void> {
  const { marks, texts } = await stores('readwrite')
  await done(marks.put(mark))
  await done(texts.put(text, mark.key))
  const request: IDBRequest<SeenMark[]> = marks.getAll()
  for (const key of toForget(await done(request))) {
    marks.delete(key)
    texts.delete(key)
  }
}
