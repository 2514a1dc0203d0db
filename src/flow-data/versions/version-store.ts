/**
 * Viewed versions of flows in IndexedDB, read by the holder of flows. Every function rejects if storage is unavailable.
 */
import { requestResult, BrowserDatabase } from '#ui/browser/browser-database.ts'
import type { Edge, Node } from '#contract/flow.ts'
import { earlierKey, maxEarlier, keysToEvict, type ViewedMark } from './version-limits.ts'

/** The content of a viewed version. */
export interface ViewedFlow {
  nodes: Node[]
  edges: Edge[]
}

/** A viewed version of a flow. */
export interface ViewedVersion {
  version: number
  /** When it was viewed, in ms. */
  at: number
}

const database = new BrowserDatabase('flow-console-seen', { marks: { keyPath: 'key' }, texts: {} })

async function stores(mode: IDBTransactionMode) {
  const store = await database.change(mode)
  return { marks: store('marks'), texts: store('texts') }
}

/** Metadata of a stored version; null if there is none. Updates the time of its last use. */
export async function viewedMark(key: string): Promise<ViewedMark | null> {
  const { marks } = await stores('readwrite')
  const request: IDBRequest<ViewedMark | undefined> = marks.get(key)
  const mark = await requestResult(request)
  if (mark === undefined) return null
  marks.put({ ...mark, usedAt: Date.now() })
  return mark
}

export async function viewedText(key: string): Promise<string | null> {
  const { texts } = await stores('readonly')
  const request: IDBRequest<string | undefined> = texts.get(key)
  return (await requestResult(request)) ?? null
}

/** All stored versions of a flow, last one first. */
export async function viewedMarks(key: string): Promise<ViewedMark[]> {
  const { marks } = await stores('readonly')
  const last: IDBRequest<ViewedMark | undefined> = marks.get(key)
  const earlier: IDBRequest<ViewedMark[]> = marks.getAll(IDBKeyRange.bound(earlierKey(key, 0), `${key}@\uffff`))
  const newest = await requestResult(last)
  return [...(newest === undefined ? [] : [newest]), ...(await requestResult(earlier)).toSorted((a, b) => b.at - a.at)]
}

/** Moves the last viewed version to the earlier ones, and deletes the oldest of these. */
async function storeEarlier(marks: IDBObjectStore, texts: IDBObjectStore, mark: ViewedMark): Promise<void> {
  const former: IDBRequest<ViewedMark | undefined> = marks.get(mark.key)
  const text: IDBRequest<string | undefined> = texts.get(mark.key)
  const [before, beforeText] = [await requestResult(former), await requestResult(text)]
  if (before === undefined || beforeText === undefined || before.version === mark.version) return
  // Versions without a number cannot be distinguished, so only the last one is stored.
  if (Number.isNaN(before.version)) return
  const key = earlierKey(mark.key, before.version)
  marks.put({ ...before, key })
  texts.put(beforeText, key)
  const range = IDBKeyRange.bound(earlierKey(mark.key, 0), `${mark.key}@\uffff`)
  const all: IDBRequest<ViewedMark[]> = marks.getAll(range)
  for (const { key: old } of (await requestResult(all)).toSorted((a, b) => b.at - a.at).slice(maxEarlier)) {
    marks.delete(old)
    texts.delete(old)
  }
}

/** Stores a version as the last viewed one; deletes the least recently opened versions beyond the limits. */
export async function storeViewed(mark: ViewedMark, text: string): Promise<void> {
  const { marks, texts } = await stores('readwrite')
  await storeEarlier(marks, texts, mark)
  await requestResult(marks.put(mark))
  await requestResult(texts.put(text, mark.key))
  const request: IDBRequest<ViewedMark[]> = marks.getAll()
  for (const key of keysToEvict(await requestResult(request))) {
    marks.delete(key)
    texts.delete(key)
  }
}
