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
export const textAt = ({ bytes, starts }: TextBuffer, place: number): string =>
  decoder.decode(bytes.subarray(starts[place] ?? 0, starts[place + 1] ?? 0))

/** The first index of a text; -1 = none. Linear, without decoding. */
export function placeOfText({ bytes, starts }: TextBuffer, text: string): number {
  const asked = new TextEncoder().encode(text)
  for (let place = 0; place + 1 < starts.length; place += 1) {
    const start = starts[place] ?? 0
    if ((starts[place + 1] ?? 0) - start !== asked.length) continue
    let same = 0
    while (same < asked.length && bytes[start + same] === asked[same]) same += 1
    if (same === asked.length) return place
  }
  return -1
}
