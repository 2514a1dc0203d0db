/** Where the bytes of a ZIP go: to a file on the disk, or into the browser piece by piece. */
import type { ZipSink } from './zip-pack.ts'

/** A piece of this size leaves the memory of the worker: a browser keeps blobs where it likes, also on the disk. */
const pieceBytes = 1_000_000

/** The file replaces an existing one when it is closed; until then it is not visible. */
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

/** For browsers that cannot write to a chosen file. */
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
