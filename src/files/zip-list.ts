/** The directory of a ZIP, read from its end; nothing is unpacked. Source: PKWARE's APPNOTE 6.3, §4.3–4.5. */
import { cutText } from '#lib/text/text.ts'
import { type FileRefusal, refuseFile } from './file-result.ts'

/** Maximum files in a ZIP: more would take a browser minutes. */
const maxZipEntries = 5000
/** Maximum unpacked bytes of all files: 1,000 large flows; they are unpacked one after the other. */
const maxZipBytes = 512 * 1024 * 1024
/** Maximum bytes of the directory: ten times `maxZipEntries` names of the usual length. */
const maxListBytes = 8 * 1024 * 1024
/** Maximum length of a displayed name, in code points. */
const maxShownName = 500

export interface ZipEntry {
  /** Name in the ZIP, with "/" between folders. */
  name: string
  method: number
  isEncrypted: boolean
  /** Compressed and unpacked bytes according to the directory. */
  packed: number
  size: number
  crc: number
  /** Offset of the local file header. */
  offset: number
}

const endMark = 0x06054b50
const end64Mark = 0x06064b50
const locator64Mark = 0x07064b50
const listMark = 0x02014b50
const endLength = 22
const end64Length = 56
const locatorLength = 20
const listHead = 46
const localHead = 30
/** Marker values: the real number is in the ZIP64 field. */
const elsewhere16 = 0xffff
const elsewhere32 = 0xffffffff
const isUtf8 = 0x800
const zip64Field = 1

const damaged = (why: string) => refuseFile('zip-damaged', `The ZIP is damaged: ${why} Download or create it again.`)

const viewOf = async (file: Blob, from: number, to: number) => new DataView(await file.slice(from, to).arrayBuffer())
const u64 = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** Position of the central directory. */
interface Directory {
  count: number
  from: number
  length: number
}

/**
 * Position of the end record; -1 = none. A comment follows the record and may contain anything, even another record:
 * the record is the one whose comment ends at the end of the file.
 */
function endRecord(tail: DataView): number {
  for (let at = tail.byteLength - endLength; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== endMark) continue
    if (at + endLength + tail.getUint16(at + 20, true) === tail.byteLength) return at
  }
  return -1
}

async function directoryOf(file: Blob): Promise<Directory | FileRefusal> {
  const from = Math.max(0, file.size - endLength - elsewhere16)
  const tail = await viewOf(file, from, file.size)
  const at = endRecord(tail)
  if (at < 0) return damaged('its file list is missing.')
  const count = tail.getUint16(at + 10, true)
  const length = tail.getUint32(at + 12, true)
  const begin = tail.getUint32(at + 16, true)
  const is64 = count === elsewhere16 || length === elsewhere32 || begin === elsewhere32
  if (!is64) {
    if (tail.getUint16(at + 4, true) !== 0)
      return refuseFile('zip-damaged', 'The ZIP is one part of a split archive. Join the parts first.')
    return { count, from: begin, length }
  }
  const locator = await viewOf(file, from + at - locatorLength, from + at)
  if (locator.byteLength < locatorLength || locator.getUint32(0, true) !== locator64Mark)
    return damaged('its file list is missing.')
  const record = await viewOf(file, u64(locator, 8), u64(locator, 8) + end64Length)
  if (record.byteLength < end64Length || record.getUint32(0, true) !== end64Mark)
    return damaged('its file list is missing.')
  return { count: u64(record, 32), from: u64(record, 48), length: u64(record, 40) }
}

/** Names without the UTF-8 flag are usually UTF-8 too, or in an unknown code page. */
function nameOf(bytes: Uint8Array, flags: number): string {
  try {
    return new TextDecoder('utf-8', { fatal: (flags & isUtf8) === 0 }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Numbers that do not fit their fields are in the ZIP64 field, in this order, each only if needed. */
function widen(entry: ZipEntry, extra: DataView): ZipEntry {
  const wide = { ...entry }
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== zip64Field) continue
    const end = Math.min(extra.byteLength, at + 4 + extra.getUint16(at + 2, true))
    let next = at + 4
    for (const key of ['size', 'packed', 'offset'] as const) {
      if (entry[key] !== elsewhere32 || next + 8 > end) continue
      wide[key] = u64(extra, next)
      next += 8
    }
  }
  return wide
}

/** The entry at `at` and the start of the next one; null if there is none. */
function entryAt(list: DataView, at: number): { entry: ZipEntry; next: number } | null {
  if (at + listHead > list.byteLength || list.getUint32(at, true) !== listMark) return null
  const flags = list.getUint16(at + 8, true)
  const extraAt = at + listHead + list.getUint16(at + 28, true)
  const commentAt = extraAt + list.getUint16(at + 30, true)
  const next = commentAt + list.getUint16(at + 32, true)
  if (next > list.byteLength) return null
  const bytes = new Uint8Array(list.buffer, at + listHead, extraAt - at - listHead)
  const entry = {
    name: cutText(nameOf(bytes, flags).replaceAll('\\', '/').replaceAll('\0', ''), maxShownName),
    method: list.getUint16(at + 10, true),
    isEncrypted: (flags & 1) !== 0,
    crc: list.getUint32(at + 16, true),
    packed: list.getUint32(at + 20, true),
    size: list.getUint32(at + 24, true),
    offset: list.getUint32(at + 42, true),
  }
  return { entry: widen(entry, new DataView(list.buffer, extraAt, commentAt - extraAt)), next }
}

/** Whether several entries share bytes, as in newer ZIP bombs. */
function overlaps(entries: readonly ZipEntry[]): boolean {
  let end = 0
  return entries
    .toSorted((a, b) => a.offset - b.offset)
    .some(({ offset, packed }) => {
      const isWithin = offset < end
      end = offset + localHead + packed
      return isWithin
    })
}

/** The entries of a ZIP, including folders; a refusal if its directory is missing or invalid. */
export async function zipList(file: Blob): Promise<ZipEntry[] | FileRefusal> {
  const directory = await directoryOf(file)
  if ('ok' in directory) return directory
  const { count, from, length } = directory
  if (count > maxZipEntries)
    return refuseFile(
      'zip-limit',
      `The ZIP contains ${count.toLocaleString()} files. The limit is ${maxZipEntries.toLocaleString()}. Nothing was unpacked. Split it into several ZIPs.`,
    )
  if (length > maxListBytes)
    return refuseFile(
      'zip-limit',
      `The file list of the ZIP is larger than ${maxListBytes / 1024 / 1024} MB. Nothing was unpacked. Split it into several ZIPs.`,
    )
  const list = await viewOf(file, from, from + length)
  const entries: ZipEntry[] = []
  for (let at = 0; entries.length < count;) {
    const found = entryAt(list, at)
    if (found === null) return damaged('its file list is incomplete.')
    entries.push(found.entry)
    at = found.next
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > maxZipBytes)
    return refuseFile(
      'zip-limit',
      `Unpacked, the ZIP would be larger than ${maxZipBytes / 1024 / 1024} MB. Nothing was unpacked. Split it into several ZIPs.`,
    )
  return overlaps(entries)
    ? refuseFile('zip-limit', 'The ZIP lists the same bytes as several files. Nothing was unpacked.')
    : entries
}
