/** Many texts in one buffer: avoids 50,000 strings for 50,000 names. Pure. */

export interface TextBuffer {
  /** UTF-8, concatenated. */
  bytes: Uint8Array<ArrayBuffer>
  /** Start of each text in the bytes, and the end of the last one. */
  starts: Uint32Array<ArrayBuffer>
}

/** Maximum UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerUnit = 3

export function textBufferOf(texts: readonly string[]): TextBuffer {
  const encoder = new TextEncoder()
  let units = 0
  for (const text of texts) units += text.length
  const buffer = new Uint8Array(units * maxBytesPerUnit)
  const starts = new Uint32Array(texts.length + 1)
  let at = 0
  for (const [index, text] of texts.entries()) {
    at += encoder.encodeInto(text, buffer.subarray(at)).written
    starts[index + 1] = at
  }
  return { bytes: buffer.slice(0, at), starts }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The text at an index; "" if there is none. */
export const textAt = ({ bytes, starts }: TextBuffer, textIndex: number): string =>
  decoder.decode(bytes.subarray(starts[textIndex] ?? 0, starts[textIndex + 1] ?? 0))

/** The first index of a text; -1 = none. Linear, without decoding. */
export function indexOfText({ bytes, starts }: TextBuffer, text: string): number {
  const wanted = new TextEncoder().encode(text)
  for (let textIndex = 0; textIndex + 1 < starts.length; textIndex += 1) {
    const start = starts[textIndex] ?? 0
    if ((starts[textIndex + 1] ?? 0) - start !== wanted.length) continue
    let same = 0
    while (same < wanted.length && bytes[start + same] === wanted[same]) same += 1
    if (same === wanted.length) return textIndex
  }
  return -1
}
