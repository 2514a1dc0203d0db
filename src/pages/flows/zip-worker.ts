/** Packs files into one ZIP, off the main thread: compressing some megabytes must not stop the page. */
import { Zip, ZipDeflate } from 'fflate'
import type { ZipRequest } from './zip-files.ts'

/** As well as the usual programs do. */
const level = 6

async function pack({ files, modified }: ZipRequest): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((problem, part) => {
    if (problem) throw problem
    parts.push(part.slice())
  })
  for (const { name, blob } of files) {
    const entry = new ZipDeflate(name, { level })
    entry.mtime = modified
    zip.add(entry)
    entry.push(new Uint8Array(await blob.arrayBuffer()), true)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}

self.addEventListener('message', ({ data }: MessageEvent<ZipRequest>) => {
  void pack(data).then(
    (zip) => self.postMessage(zip),
    // An error that nobody catches reaches the page as such.
    (problem: unknown) => self.reportError(problem),
  )
})
