import { type FileRefusal, refuseFile, unreadableFile } from './file-result.ts'

/** Bytes between two progress reports: about thirty reports for the largest file. */
const reportIntervalBytes = 1024 * 1024

/**
 * Reads a file in pieces; `onBytes` gets the number of bytes read so far. A refusal if the file is unreadable, or its
 * size changed during reading, which not every browser detects.
 */
export async function bytesOfFile(
  file: Blob,
  onBytes: (bytes: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer> | FileRefusal> {
  const fileChanged = () => refuseFile('changed', 'The file changed while it was being read. Choose it again.')
  const bytes = new Uint8Array(file.size)
  let length = 0
  let reportedLength = 0
  try {
    const reader = file.stream().getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (length + part.value.length > bytes.length) return fileChanged()
      bytes.set(part.value, length)
      length += part.value.length
      if (length - reportedLength < reportIntervalBytes) continue
      reportedLength = length
      onBytes(length)
    }
  } catch {
    return unreadableFile()
  }
  return length === bytes.length ? bytes : fileChanged()
}
