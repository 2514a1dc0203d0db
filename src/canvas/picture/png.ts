/**
 * Writes PNG files of any size in bands, so that a picture larger than the browser's largest bitmap needs little
 * memory. Source: PNG specification, third edition.
 */

const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const colourTypeRgb = 2
/** Each row is stored as its difference to the row above: most rows of a drawing repeat it. */
const filterUp = 2

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** Length, type, data, checksum. */
function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let index = 0; index < 4; index++) bytes[4 + index] = type.charCodeAt(index)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crcOf(bytes.subarray(4, 8 + data.length)))
  return bytes
}

function header(width: number, height: number): Uint8Array {
  const data = new Uint8Array(13)
  const view = new DataView(data.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  data.set([8, colourTypeRgb, 0, 0, 0], 8)
  return data
}

/**
 * Filtered rows of RGB, each preceded by its filter type. `above` is the last row of the previous band, and becomes
 * that of this one.
 */
function filtered(rgba: Uint8ClampedArray, width: number, rows: number, above: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = width * 3
  const out = new Uint8Array(rows * (length + 1))
  let [to, from] = [0, 0]
  for (let row = 0; row < rows; row++) {
    out[to++] = filterUp
    for (let at = 0; at < length; at += 3) {
      for (let channel = 0; channel < 3; channel++) {
        const value = rgba[from + channel] ?? 0
        out[to++] = value - (above[at + channel] ?? 0)
        above[at + channel] = value
      }
      from += 4
    }
  }
  return out
}

/**
 * A picture as a PNG file. `band` returns the pixels (RGBA, opaque) of `rows` rows from `top` on; it is called from top
 * to bottom with `bandRows` rows at a time. Rejects with the error of `band`.
 */
export async function writePng(
  width: number,
  height: number,
  bandRows: number,
  band: (top: number, rows: number) => Promise<Uint8ClampedArray>,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [new Uint8Array(signature), chunk('IHDR', header(width, height))]
  const packed = new CompressionStream('deflate')
  const reading = (async () => {
    const reader = packed.readable.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) parts.push(chunk('IDAT', next.value))
  })()
  const writer = packed.writable.getWriter()
  const above = new Uint8Array(width * 3)
  try {
    for (let top = 0; top < height; top += bandRows) {
      const rows = Math.min(bandRows, height - top)
      await writer.write(filtered(await band(top, rows), width, rows, above))
    }
    await writer.close()
  } catch (problem) {
    await writer.abort(problem)
    await reading.catch(() => null)
    throw problem
  }
  await reading
  parts.push(chunk('IEND', new Uint8Array(0)))
  return new Blob(parts, { type: 'image/png' })
}
