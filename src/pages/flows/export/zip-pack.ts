/** Writes files to a ZIP one after the other, streaming the output. Used by zip-worker.ts. */
import { Zip, ZipDeflate } from 'fflate'
import type { EntryFacts } from './zip-messages.ts'

/** Destination of a ZIP's bytes. */
export interface ZipSink {
  write(part: Uint8Array<ArrayBuffer>): Promise<void>
  /** The file as a Blob; null if it is on disk. */
  close(): Promise<Blob | null>
  abort(): Promise<void>
}

/** Default compression level. */
const level = 6
/** Files are compressed in slices of this size, so that the write buffer stays small. */
const sliceBytes = 1_000_000
/** Maximum size: a larger ZIP needs ZIP64, which fflate cannot write and some programs cannot read. */
const maxBytes = 4_000_000_000

/** Number of nodes and edges in a flow's file; null for other formats. */
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
  /** Null if the ZIP has no space for the file. */
  add(name: string, bytes: ArrayBuffer): Promise<EntryFacts | null>
  close(): Promise<{ blob: Blob | null; bytes: number }>
}

/** `modified` is the modification time of the files. Calls must be sequential. */
export function packZip(sink: ZipSink, modified: Date): ZipPacker {
  let pendingParts: Uint8Array<ArrayBuffer>[] = []
  let writtenBytes = 0
  let problem: Error | null = null
  const zip = new Zip((error, part) => {
    if (error) problem = error
    else pendingParts.push(part.slice())
  })
  const flush = async () => {
    const parts = pendingParts
    pendingParts = []
    if (problem !== null) throw problem
    for (const part of parts) {
      await sink.write(part)
      writtenBytes += part.length
    }
  }
  return {
    async add(name, bytes) {
      if (writtenBytes + bytes.byteLength > maxBytes) return null
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
      return { blob: await sink.close(), bytes: writtenBytes }
    },
  }
}
