/** Versions of flows that were looked at, in IndexedDB; used where flows are held. Everything rejects where storage is refused. */
import { answerOf, OwnDatabase } from '#ui/browser/browser-database.ts'
import { earlierKey, maxEarlier, toForget, type SeenMark } from './version-limits.ts'

const database = new OwnDatabase('flow-console-seen', { marks: { keyPath: 'key' }, texts: {} })

async function stores(mode: IDBTransactionMode) {
  const store = await database.change(mode)
  return { marks: store('marks'), texts: store('texts') }
}

/** What is known of a kept version; null where there is none. Says also that it was asked for. */
export async function seenMark(key: string): Promise<SeenMark | null> {
  const { marks } = await stores('readwrite')
  const request: IDBRequest<SeenMark | undefined> = marks.get(key)
  const mark = await answerOf(request)
  if (mark === undefined) return null
  marks.put({ ...mark, usedAt: Date.now() })
  return mark
}

export async function seenText(key: string): Promise<string | null> {
  const { texts } = await stores('readonly')
  const request: IDBRequest<string | undefined> = texts.get(key)
  return (await answerOf(request)) ?? null
}

/** Every version of a flow that is kept, the last one first. */
export async function seenMarks(key: string): Promise<SeenMark[]> {
  const { marks } = await stores('readonly')
  const last: IDBRequest<SeenMark | undefined> = marks.get(key)
  const earlier: IDBRequest<SeenMark[]> = marks.getAll(IDBKeyRange.bound(earlierKey(key, 0), `${key}@\uffff`))
  const newest = await answerOf(last)
  return [...(newest === undefined ? [] : [newest]), ...(await answerOf(earlier)).toSorted((a, b) => b.at - a.at)]
}

/** Puts the version that was looked at last among the earlier ones, of which the oldest go. */
async function keepEarlier(marks: IDBObjectStore, texts: IDBObjectStore, mark: SeenMark): Promise<void> {
  const former: IDBRequest<SeenMark | undefined> = marks.get(mark.key)
  const text: IDBRequest<string | undefined> = texts.get(mark.key)
  const [before, beforeText] = [await answerOf(former), await answerOf(text)]
  if (before === undefined || beforeText === undefined || before.version === mark.version) return
  // Versions that the service does not count cannot be told apart: only the last one is kept.
  if (Number.isNaN(before.version)) return
  const key = earlierKey(mark.key, before.version)
  marks.put({ ...before, key })
  texts.put(beforeText, key)
  const range = IDBKeyRange.bound(earlierKey(mark.key, 0), `${mark.key}@\uffff`)
  const all: IDBRequest<SeenMark[]> = marks.getAll(range)
  for (const { key: old } of (await answerOf(all)).toSorted((a, b) => b.at - a.at).slice(maxEarlier)) {
    marks.delete(old)
    texts.delete(old)
  }
}

/** Keeps a version as the last one that was looked at; the oldest others go where there are too many. */
export async function keepSeen(mark: SeenMark, text: string): Promise<void> {
  const { marks, texts } = await stores('readwrite')
  await keepEarlier(marks, texts, mark)
  await answerOf(marks.put(mark))
  await answerOf(texts.put(text, mark.key))
  const request: IDBRequest<SeenMark[]> = marks.getAll()
  for (const key of toForget(await answerOf(request))) {
    marks.delete(key)
    texts.delete(key)
  }
}
