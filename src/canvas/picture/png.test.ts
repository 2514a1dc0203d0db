import { crc32, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writePng } from './png.ts'

/** Decodes the writer's output by the specification: chunks with checksums, rows as differences to the row above. */
async function readPng(file: Blob) {
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const data: Buffer[] = []
  const names: string[] = []
  let [width, height] = [0, 0]
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + 8 + length)
    expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(bytes.subarray(at + 4, at + 8 + length)))
    if (name === 'IHDR') [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
    if (name === 'IDAT') data.push(body)
    names.push(name)
    at += 12 + length
  }
  expect([names[0], names.at(-1)]).toEqual(['IHDR', 'IEND'])
  const rows = inflateSync(Buffer.concat(data))
  const pixels = new Uint8Array(width * height * 3)
  const row = width * 3
  for (let y = 0; y < height; y++) {
    expect(rows[y * (row + 1)]).toBe(2)
    for (let x = 0; x < row; x++)
      pixels[y * row + x] = (rows[y * (row + 1) + 1 + x] ?? 0) + (y === 0 ? 0 : (pixels[(y - 1) * row + x] ?? 0))
  }
  return { width, height, pixels }
}

test('a picture written in bands decodes to the same pixels, for any height of a band', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 17 }),
      fc.integer({ min: 1, max: 13 }),
      fc.integer({ min: 1, max: 14 }),
      fc.integer(),
      async (width, height, bandRows, seed) => {
        const value = (index: number) => (Math.imul(index + seed, 2_654_435_761) >>> 16) & 0xff
        const file = await writePng(width, height, bandRows, (top, rows) =>
          Promise.resolve(
            Uint8ClampedArray.from({ length: width * rows * 4 }, (_, at) =>
              at % 4 === 3 ? 255 : value(top * width * 4 + at),
            ),
          ),
        )
        const read = await readPng(file)
        expect([read.width, read.height]).toEqual([width, height])
        const expected = Array.from({ length: width * height * 4 }, (_, at) => value(at)).filter(
          (_, at) => at % 4 !== 3,
        )
        expect([...read.pixels]).toEqual(expected)
      },
    ),
    { numRuns: 40 },
  )
})

test('the writer rejects with the error of a band', async () => {
  const broken = writePng(4, 8, 2, (top) =>
    top < 4 ? Promise.resolve(new Uint8ClampedArray(32)) : Promise.reject(new Error('no room')),
  )
  await expect(broken).rejects.toThrow('no room')
})
