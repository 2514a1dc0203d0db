/** Writes files into a ZIP one after the other, and hands on what is done at once. Used by zip-worker.ts. */
import { Zip, ZipDeflate } from 'fflate'
import type { EntryFacts } from './zip-messages.ts'

/** Where the bytes of a ZIP go. */
export interface ZipSink {
  write(part: Uint8Array<ArrayBuffer>): Promise<void>
  /** The file, where it lies in the browser; null where it is on the disk. */
  close(): Promise<Blob | null>
  abort(): Promise<void>
}

/** As well as the usual programs do. */
const level = 6
/** What is compressed at a time: what waits to be written is never more. */
const sliceBytes = 1_000_000
/** Beyond, a ZIP needs a form (ZIP64) that not every program reads, and that fflate does not write. */
const maxBytes = 4_000_000_000

/** How many nodes and edges a file of a flow has; null where it is in a form of its own. */
function countsIn(bytes: ArrayBuffer): Pick<EntryFacts, 'nodes' | 'edges'> {
  const many = (list: unknown) => (Array.isArray(list) ? list.length : null)
  try {
    const file: unknown = JSON.parse(new TextDecoder().decode(bytes))
    const flow: unknown = typeof file === 'object' && file !== null ? Reflect.get(file, 'flow') : null
    if (typeof flow !== 'object' || flow === null) return { nodes: null, edges: null }
    return { nodes: many(Reflect.get(flow, 'nodes')), edges: many(Reflect.get(flow, 'edges')) }
  } catch {
    return { nodes: null, edges: null }
  }
}

async function sha256Of(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface ZipPacker {
  /** Null where the file has no room any more. */
  add(name: string, bytes: ArrayBuffer): Promise<EntryFacts | null>
  close(): Promise<{ blob: Blob | null; bytes: number }>
}

/** `modified` is the time that the ZIP gives its files. Calls come one after the other. */
export function packZip(sink: ZipSink, modified: Date): ZipPacker {
  let made: Uint8Array<ArrayBuffer>[] = []
  let written = 0
  let problem: Error | null = null
  const zip = new Zip((error, part) => {
    if (error) problem = error
    else made.push(part.slice())
  })
  const flush = async () => {
    const parts = made
    made = []
    if (problem !== null) throw problem
    for (const part of parts) {
      await sink.write(part)
      written += part.length
    }
  }
  return {
    async add(name, bytes) {
      if (written + bytes.byteLength > maxBytes) return null
      const entry = new ZipDeflate(name, { level })
      entry.mtime = modified
      zip.add(entry)
      for (let at = 0; at < bytes.byteLength; at += sliceBytes) {
        const end = Math.min(at + sliceBytes, bytes.byteLength)
        entry.push(new Uint8Array(bytes, at, end - at), end === bytes.byteLength)
        await flush()
      }
      if (bytes.byteLength === 0) entry.push(new Uint8Array(), true)
      await flush()
      return { bytes: bytes.byteLength, sha256: await sha256Of(bytes), ...countsIn(bytes) }
    },
    async close() {
      zip.end()
      await flush()
      return { blob: await sink.close(), bytes: written }
    },
  }
}
