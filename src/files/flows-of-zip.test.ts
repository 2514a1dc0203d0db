import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { expect, test } from 'vitest'
import { filesOfZip, flowsOfEntry } from './flows-of-zip.ts'
import { isZip } from './file-checks.ts'

const small = readFileSync(new URL('../../test/fixtures/flows/template-small.json', import.meta.url))
const listMark = 0x02014b50
const endMark = 0x06054b50

const fileOf = (bytes: Uint8Array, name = 'all.zip') => new File([new Uint8Array(bytes)], name)
const zipOf = (content: Zippable) => zipSync(content)

/** The result of each file, or of the ZIP as a whole. */
async function outcome(bytes: Uint8Array): Promise<string[]> {
  const file = fileOf(bytes)
  const entries = await filesOfZip(file)
  if (!Array.isArray(entries)) return [`${entries.code}: ${entries.message}`]
  const lines: string[] = []
  for (const entry of entries) {
    const result = await flowsOfEntry(file, entry)
    const what = result.ok ? `${result.format} ${result.flows.map(({ name }) => name).join(', ')}` : result.code
    lines.push(`${entry.name}: ${what}`)
  }
  return lines
}

/** Copies a ZIP and changes a field in each record with this mark. */
function changed(bytes: Uint8Array, mark: number, change: (view: DataView, at: number) => void): Uint8Array {
  const copy = new Uint8Array(bytes)
  const view = new DataView(copy.buffer)
  for (let at = 0; at + 4 <= copy.length; at += 1) if (view.getUint32(at, true) === mark) change(view, at)
  return copy
}

test('each file has its own result; folders and system files are skipped', async () => {
  const bytes = zipOf({
    flows: { 'a.json': small, 'bad.json': strToU8('{"nodes": [') },
    '__MACOSX/._a.json': strToU8('x'),
    '.DS_Store': strToU8('x'),
    'stored.json': [small, { level: 0 }],
    'ä ö.txt': strToU8('Dear all,'),
  })
  expect(await isZip(fileOf(bytes, 'anything.txt'))).toBe(true)
  expect(await outcome(bytes)).toEqual([
    expect.stringMatching(/^flows\/a\.json: flow-template ./),
    'flows/bad.json: json-syntax',
    expect.stringMatching(/^stored\.json: flow-template ./),
    'ä ö.txt: json-syntax',
  ])
})

test('the manifest of an export is not a flow; a flow with its file name is', async () => {
  const list = { exported_at: '2026-01-01T00:00:00Z', counts: { flows: 1 }, flows: [{ file: 'a.json' }] }
  const exported = zipOf({ 'manifest.json': strToU8(JSON.stringify(list)), 'a.json': small })
  expect(await outcome(exported)).toEqual([expect.stringMatching(/^a\.json: flow-template/)])
  expect(await outcome(zipOf({ 'manifest.json': small }))).toEqual([
    expect.stringMatching(/^manifest\.json: flow-template/),
  ])
})

test('path traversal, nested ZIPs, encrypted and unknown methods are refused by name; the rest continues', async () => {
  const inner = zipOf({ 'x.json': small })
  const bytes = zipOf({
    '../up.json': small,
    '/root.json': small,
    'C:\\win.json': small,
    'in.zip': inner,
    'a.json': small,
  })
  expect(await outcome(bytes)).toEqual([
    '../up.json: zip-name',
    '/root.json: zip-name',
    'C:/win.json: zip-name',
    'in.zip: zip-nested',
    expect.stringMatching(/^a\.json: flow-template/),
  ])
  const encrypted = changed(zipOf({ 'a.json': small }), listMark, (view, at) => view.setUint16(at + 8, 1, true))
  expect(await outcome(encrypted)).toEqual(['a.json: zip-encrypted'])
  const lzma = changed(zipOf({ 'a.json': small }), listMark, (view, at) => view.setUint16(at + 10, 14, true))
  expect(await outcome(lzma)).toEqual(['a.json: zip-method'])
})

test('a ZIP bomb is refused before unpacking, and a false directory is detected', async () => {
  const bomb = zipOf({ 'a.json': [new Uint8Array(20 * 1024 * 1024), { level: 9 }] })
  expect(await outcome(bomb)).toEqual(['a.json: zip-limit'])
  const lies = changed(bomb, listMark, (view, at) => view.setUint32(at + 24, 1000, true))
  expect(await outcome(lies)).toEqual(['a.json: zip-damaged'])
  const large = changed(zipOf({ 'a.json': small }), listMark, (view, at) =>
    view.setUint32(at + 24, 33 * 1024 * 1024, true),
  )
  expect(await outcome(large)).toEqual(['a.json: too-large'])
  const many = changed(zipOf({ 'a.json': small, 'b.json': small }), listMark, (view, at) =>
    view.setUint32(at + 24, 300 * 1024 * 1024, true),
  )
  expect(await outcome(many)).toEqual([expect.stringMatching(/^zip-limit: .*512 MB/)])
  const twice = changed(zipOf({ 'a.json': small, 'b.json': small }), listMark, (view, at) =>
    view.setUint32(at + 42, 0, true),
  )
  expect(await outcome(twice)).toEqual([expect.stringMatching(/^zip-limit: .*same bytes/)])
  const endless = changed(zipOf({ 'a.json': small }), endMark, (view, at) => view.setUint16(at + 10, 6000, true))
  expect(await outcome(endless)).toEqual([expect.stringMatching(/^zip-limit: .*6[.,]?000 files/)])
})

test('a ZIP without its directory, truncated, or with changed bytes is refused with a message', async () => {
  const bytes = zipOf({ 'a.json': small })
  expect(await outcome(bytes.slice(0, -30))).toEqual([expect.stringMatching(/^zip-damaged: .*file list/)])
  const flipped = new Uint8Array(bytes)
  flipped[60] = (flipped[60] ?? 0) ^ 0xff
  expect(await outcome(flipped)).toEqual(['a.json: zip-damaged'])
  expect(await outcome(zipOf({}))).toEqual(['empty: The ZIP contains no files to read.'])
  expect(await outcome(zipOf({ '[Content_Types].xml': strToU8('<a/>') }))).toEqual([expect.stringMatching(/^binary/)])
})

test("ZIP64: numbers beyond the short fields, and the record with the directory's position", async () => {
  const name = strToU8('a.json')
  const local = new DataView(new ArrayBuffer(30))
  local.setUint32(0, 0x04034b50, true)
  local.setUint16(26, name.length, true)
  const plain = zipOf({ 'a.json': [small, { level: 0 }] })
  const at = new DataView(plain.buffer).getUint32(plain.length - 6, true)
  const crc = new DataView(plain.buffer).getUint32(at + 16, true)
  const head = new DataView(new ArrayBuffer(46))
  head.setUint32(0, listMark, true)
  head.setUint32(16, crc, true)
  head.setUint32(20, 0xffffffff, true)
  head.setUint32(24, 0xffffffff, true)
  head.setUint16(28, name.length, true)
  head.setUint16(30, 20, true)
  const extra = new DataView(new ArrayBuffer(20))
  extra.setUint16(0, 1, true)
  extra.setUint16(2, 16, true)
  extra.setBigUint64(4, BigInt(small.length), true)
  extra.setBigUint64(12, BigInt(small.length), true)
  const listAt = 30 + name.length + small.length
  const end64 = new DataView(new ArrayBuffer(56))
  end64.setUint32(0, 0x06064b50, true)
  end64.setBigUint64(32, 1n, true)
  end64.setBigUint64(40, BigInt(46 + name.length + 20), true)
  end64.setBigUint64(48, BigInt(listAt), true)
  const locator = new DataView(new ArrayBuffer(20))
  locator.setUint32(0, 0x07064b50, true)
  locator.setBigUint64(8, BigInt(listAt + 46 + name.length + 20), true)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, endMark, true)
  end.setUint16(10, 0xffff, true)
  const parts = [local, name, small, head, name, extra, end64, locator, end]
  const bytes = new Uint8Array(
    await new Blob(
      parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength).slice()),
    ).arrayBuffer(),
  )
  expect(await outcome(bytes)).toEqual([expect.stringMatching(/^a\.json: flow-template/)])
})

test('corrupted bytes always give a result', async () => {
  const bytes = zipOf({ 'a.json': small, 'b/c.json': strToU8('[]') })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }),
      fc.nat(bytes.length),
      async (changes, length) => {
        const copy = new Uint8Array(bytes)
        for (const [at, value] of changes) copy[at] = value
        expect((await outcome(copy.slice(0, length > 20 ? undefined : -length))).length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 200 },
  )
})
