import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { textInZip } from './text-in-zip.ts'

const flow = '{\n  "name": "ä",\t"nodes": []\n}\n'
const zipOf = (files: Record<string, string>) =>
  new Blob([
    new Uint8Array(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))),
  ])

test('a file of a ZIP keeps every character', async () => {
  const zip = zipOf({ 'flows/a.json': flow, 'b.json': '{}' })
  expect(await textInZip(zip, 'flows/a.json')).toBe(flow)
  expect(await textInZip(zip, 'b.json')).toBe('{}')
})

test('a file that is not there, and a damaged ZIP, are errors', async () => {
  const zip = zipOf({ 'a.json': flow })
  await expect(textInZip(zip, 'b.json')).rejects.toThrow('“b.json”')
  await expect(textInZip(zip.slice(0, 20), 'a.json')).rejects.toThrow('“a.json”')
})
