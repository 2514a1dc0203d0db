/**
 * Differences between two versions of a document, by bytes. A document is cut where one object of a list ends and the
 * next begins, so that a changed node costs about its own size.
 */
import { z } from 'zod'

/** Bytes of the earlier document (offset, length), or new text. */
const Delta = z.array(z.union([z.tuple([z.int().min(0), z.int().min(0)]), z.string()]))
type Delta = z.infer<typeof Delta>

/** End of an object of a list, and beginning of the next. */
const boundary = '},{'
/** Bytes of `boundary` that belong to the first of the two. */
const closing = 2

/** Offsets at which parts begin, and the end of the document. */
function cutsOf(bytes: Buffer): number[] {
  const cuts = [0]
  for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, at + closing)) cuts.push(at + closing)
  cuts.push(bytes.length)
  return cuts
}

/** Each part as a string with one character per byte. */
function partsOf(bytes: Buffer): { at: number; length: number; key: string }[] {
  const cuts = cutsOf(bytes)
  return cuts.slice(0, -1).map((at, index) => {
    const end = cuts[index + 1] ?? at
    return { at, length: end - at, key: bytes.toString('latin1', at, end) }
  })
}

/** The difference that leads from one document to another, as JSON. Takes time and memory in proportion to both. */
export function deltaOf(before: Buffer, after: Buffer): string {
  const old = partsOf(before)
  const indexOf = new Map<string, number>()
  for (const [index, { key }] of old.entries()) if (!indexOf.has(key)) indexOf.set(key, index)
  const delta: Delta = []
  let next = 0
  for (const { at, length, key } of partsOf(after)) {
    const index = old[next]?.key === key ? next : indexOf.get(key)
    const found = index === undefined ? undefined : old[index]
    const last = delta.at(-1)
    if (found === undefined || index === undefined) {
      const text = after.toString('utf8', at, at + length)
      if (typeof last === 'string') delta.splice(-1, 1, last + text)
      else delta.push(text)
      continue
    }
    if (Array.isArray(last) && last[0] + last[1] === found.at) last[1] += length
    else delta.push([found.at, length])
    next = index + 1
  }
  return JSON.stringify(delta)
}

/** A document in construction: slices of buffers, in order. */
class Slices {
  readonly #list: { buffer: Buffer; at: number }[] = []
  #length = 0

  add(buffer: Buffer): void {
    if (buffer.length === 0) return
    this.#list.push({ buffer, at: this.#length })
    this.#length += buffer.length
  }

  /** Index of the slice that contains an offset. */
  #indexAt(offset: number): number {
    let [low, high] = [0, this.#list.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#list[middle]?.at ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Adds bytes of this document to another one. */
  copyTo(target: Slices, offset: number, length: number): void {
    const end = offset + length
    if (end > this.#length) throw new Error('A difference of documents refers to bytes that do not exist.')
    for (let index = this.#indexAt(offset); index < this.#list.length; index += 1) {
      const slice = this.#list[index]
      if (!slice || slice.at >= end) return
      target.add(slice.buffer.subarray(Math.max(0, offset - slice.at), end - slice.at))
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#list.map(({ buffer }) => buffer))
  }
}

/** Applies the differences in order. Copies bytes only once, however many there are. Throws if one is damaged. */
export function applyDeltas(whole: Buffer, deltas: readonly string[]): Buffer {
  let current = new Slices()
  current.add(whole)
  for (const text of deltas) {
    const next = new Slices()
    for (const part of Delta.parse(JSON.parse(text)))
      if (typeof part === 'string') next.add(Buffer.from(part))
      else current.copyTo(next, ...part)
    current = next
  }
  return current.bytes()
}
