/** Unpacks one file of a ZIP in pieces, and never beyond the size in the ZIP's directory. */
import { Inflate } from 'fflate'
import { importLimit } from '#contract/kernel/limits.ts'
import { type FileRefusal, refuseFile } from './file-result.ts'
import { sizeProblem } from './file-checks.ts'
import type { ZipEntry } from './zip-list.ts'

/** Maximum compression ratio. Deflate reaches 1,032; flows that repeat every key a thousand times reach about 100. */
const maxRatio = 250
/** Below this size any ratio is harmless. */
const minRatioCheckBytes = 1024 * 1024
/** Bytes that are unpacked at a time: at the worst ratio they become 16 MB. */
const pieceBytes = 16 * 1024
const localMark = 0x04034b50
const localHead = 30
const stored = 0
const deflated = 8

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 as in ZIP. */
function crcOf(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ -1) >>> 0
}

/** Whether a ZIP entry is a folder, or a system file such as those of macOS. */
export const isSystemFile = (name: string): boolean =>
  name.endsWith('/') || /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name)

const isOutsideZip = (name: string): boolean => /^\/|^[a-z]:|(?:^|\/)\.\.(?:\/|$)/i.test(name)

/** Why a file of a ZIP is not unpacked; null if it is. */
export function entryProblem({ name, method, isEncrypted, packed, size }: ZipEntry): FileRefusal | null {
  if (isOutsideZip(name))
    return refuseFile('zip-name', 'The file name points outside the ZIP. The file was not unpacked.')
  if (isEncrypted) return refuseFile('zip-encrypted', 'The file is encrypted. Unpack the ZIP with its password first.')
  if (method !== stored && method !== deflated)
    return refuseFile(
      'zip-method',
      `The file uses an unsupported compression (method ${method}). Unpack the ZIP first.`,
    )
  const tooLarge = sizeProblem(size)
  if (tooLarge !== null) return refuseFile('too-large', tooLarge)
  if (size > minRatioCheckBytes && size > packed * maxRatio)
    return refuseFile(
      'zip-limit',
      `Unpacked, the file would be more than ${maxRatio} times larger. It was not unpacked. If you trust the ZIP, unpack it first.`,
    )
  return null
}

const damagedZip = () =>
  refuseFile(
    'zip-damaged',
    'The file is damaged: its content does not match its checksum or size in the ZIP. Create the ZIP again.',
  )

/** Collects pieces up to the size; `exceedsSize` = there was more. */
class UnpackedBytes {
  readonly bytes: Uint8Array<ArrayBuffer>
  length = 0
  exceedsSize = false

  constructor(size: number) {
    this.bytes = new Uint8Array(Math.min(size, importLimit))
  }

  add(part: Uint8Array): void {
    this.exceedsSize ||= this.length + part.length > this.bytes.length
    if (this.exceedsSize) return
    this.bytes.set(part, this.length)
    this.length += part.length
  }
}

/** The bytes of a file of a ZIP that `entryProblem` allows. Rejects if the ZIP cannot be read. */
export async function bytesOfEntry(file: Blob, entry: ZipEntry): Promise<Uint8Array<ArrayBuffer> | FileRefusal> {
  const head = new DataView(await file.slice(entry.offset, entry.offset + localHead).arrayBuffer())
  if (head.byteLength < localHead || head.getUint32(0, true) !== localMark) return damagedZip()
  const from = entry.offset + localHead + head.getUint16(26, true) + head.getUint16(28, true)
  const end = from + entry.packed
  if (end > file.size) return damagedZip()
  const out = new UnpackedBytes(entry.size)
  const inflate = entry.method === deflated ? new Inflate((part) => out.add(part)) : null
  for (let at = from; at < end && !out.exceedsSize; at += pieceBytes) {
    const packed = new Uint8Array(await file.slice(at, Math.min(end, at + pieceBytes)).arrayBuffer())
    try {
      if (inflate) inflate.push(packed, at + pieceBytes >= end)
      else out.add(packed)
    } catch {
      return damagedZip()
    }
  }
  return !out.exceedsSize && out.length === out.bytes.length && crcOf(out.bytes) === entry.crc
    ? out.bytes
    : damagedZip()
}
