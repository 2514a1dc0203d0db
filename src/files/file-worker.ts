/** Worker that reads files: a file of 30 MB must not block the page. One file at a time. */
import { bytesOfFile } from './bytes-of-file.ts'
import type { FileReply, FileRequest } from './file-messages.ts'
import { unreadableFile } from './file-result.ts'
import { flowsOfBytes } from './flows-of-bytes.ts'
import { filesOfZip, flowsOfEntry } from './flows-of-zip.ts'
import { isZip } from './file-checks.ts'

const reply = (message: FileReply) => self.postMessage(message)

async function readZip({ file, from }: FileRequest): Promise<void> {
  const files = await filesOfZip(file)
  if (!Array.isArray(files)) return reply({ is: 'done', result: files })
  for (const [index, entry] of files.entries()) {
    if (index < from) continue
    reply({ is: 'begun', name: `${file.name}/${entry.name}` })
    reply({ is: 'progress', progress: { step: 'unpacking', files: index, of: files.length } })
    reply({ is: 'entry', result: await flowsOfEntry(file, entry) })
  }
  return reply({ is: 'unpacked' })
}

async function read(request: FileRequest): Promise<void> {
  const { file } = request
  if (await isZip(file)) return readZip(request)
  const bytes = await bytesOfFile(file, (length) =>
    reply({ is: 'progress', progress: { step: 'reading', bytes: length, of: file.size } }),
  )
  if (!(bytes instanceof Uint8Array)) return reply({ is: 'done', result: bytes })
  reply({ is: 'progress', progress: { step: 'parsing' } })
  return reply({ is: 'done', result: flowsOfBytes(file.name, bytes) })
}

self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  void read(data).catch((problem: unknown) => {
    // Errors of the file system; all others are reported to the page as uncaught.
    if (problem instanceof DOMException) reply({ is: 'done', result: unreadableFile() })
    else self.reportError(problem)
  })
})

reply({ is: 'ready' })
