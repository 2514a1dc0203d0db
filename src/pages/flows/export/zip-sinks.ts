/** Destinations of a ZIP: a file on disk, or a Blob in the browser. */
import type { ZipSink } from './zip-pack.ts'

/** Bytes after which data become a Blob, which a browser can move from memory to disk. */
const pieceBytes = 1_000_000

/** Writes to a file on disk, which appears, or replaces an existing file, when it is closed. */
export async function diskSink(handle: FileSystemFileHandle): Promise<ZipSink> {
  const stream = await handle.createWritable()
  return {
    write: (part) => stream.write(part),
    close: async () => {
      await stream.close()
      return null
    },
    abort: () => stream.abort(),
  }
}

/** Collects the ZIP as a Blob, for browsers that cannot write to a chosen file. */
export function blobSink(): ZipSink {
  const pieces: Blob[] = []
  let parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const cut = () => {
    pieces.push(new Blob(parts))
    parts = []
    bytes = 0
  }
  return {
    write: (part) => {
      parts.push(part)
      bytes += part.length
      if (bytes >= pieceBytes) cut()
      return Promise.resolve()
    },
    close: () => {
      cut()
      return Promise.resolve(new Blob(pieces, { type: 'application/zip' }))
    },
    abort: () => {
      pieces.length = 0
      return Promise.resolve()
    },
  }
}
