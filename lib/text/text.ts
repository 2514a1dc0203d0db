/** Decodes bytes to text, and normalizes and shortens names. */

export type DecodeProblemCode = 'empty' | 'encoding' | 'binary'
export type Decoded = { ok: true; text: string } | { ok: false; code: DecodeProblemCode; message: string }

/** Signatures of file types that are often chosen by mistake. */
const signatures: readonly (readonly [string, readonly number[]])[] = [
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a program', [0x7f, 0x45, 0x4c, 0x46]],
]

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

/** Detects UTF-16 and UTF-32 by byte-order mark, or by the zero bytes at the beginning of JSON and YAML. */
function isWide(bytes: Uint8Array): boolean {
  if (startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff])) return true
  if (bytes.length < 4) return false
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : 'x')).join('')
  return ['x0x0', '0x0x', 'x000', '000x'].includes(zeros)
}

/** Decodes UTF-8 and removes a leading BOM, or returns a problem. Text of only white space counts as empty. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return { ok: false, code: 'empty', message: 'The file is empty.' }
  const known = signatures.find(([, start]) => startsWith(bytes, start))
  if (known) return { ok: false, code: 'binary', message: `The file is ${known[0]}, not text.` }
  if (isWide(bytes))
    return { ok: false, code: 'encoding', message: 'The file is UTF-16 or UTF-32 text. Save it as UTF-8.' }
  if (bytes.includes(0))
    return { ok: false, code: 'binary', message: 'The file contains NUL bytes, so it is not text.' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { ok: false, code: 'encoding', message: 'The file is not UTF-8 text. Save it as UTF-8.' }
  }
  return /\S/.test(text) ? { ok: true, text } : { ok: false, code: 'empty', message: 'The file is empty.' }
}

/** Matches text of only invisible characters: white space, zero-width space, joiners, direction marks, fillers. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]*$/u

/** Text trimmed and in NFC, as names, keys and labels are stored; invisible text becomes empty. */
export const normalName = (text: string): string => (invisible.test(text) ? '' : text.trim().normalize('NFC'))

/**
 * Query text for a URL, as services accept it: at most `length` UTF-16 units, without NUL, U+FFFD or half a surrogate
 * pair at the end.
 */
export const requestedText = (text: string | null, length: number): string =>
  (text ?? '').slice(0, length).replaceAll(/[\0\uFFFD]|[\uD800-\uDBFF]$/g, '')

/** Truncates text to `length` code points, the last of which is then an ellipsis. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text
  let count = 0
  let end = 0
  let beforeLast = 0
  for (const point of text) {
    count += 1
    if (count > length) return `${text.slice(0, beforeLast)}…`
    beforeLast = end
    end += point.length
  }
  return text
}

/**
 * Splits a text into its first sentence and the rest, for a title and an explanation. A full stop within a number or a
 * word does not end a sentence.
 */
export function firstSentence(text: string): readonly [string, string] {
  const match = /^(.+?[.!?])\s+(?=[\p{Lu}\p{Lo}\p{N}“"'])(.+)$/su.exec(text.trim())
  return match === null ? [text.trim(), ''] : [match[1] ?? '', match[2] ?? '']
}
