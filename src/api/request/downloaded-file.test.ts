import { expect, test } from 'vitest'
import { downloadNameOf, unquoteJson } from './downloaded-file.ts'

test('the file name of a download may be encoded, quoted, plain or absent', () => {
  expect(downloadNameOf("attachment; filename*=UTF-8''R%C3%BCckfrage.json")).toBe('Rückfrage.json')
  expect(downloadNameOf(`attachment; filename="plain.json"; filename*=UTF-8''better%20name.json`)).toBe(
    'better name.json',
  )
  expect(downloadNameOf('attachment; filename="a b.json"')).toBe('a b.json')
  expect(downloadNameOf('attachment; filename=a.json')).toBe('a.json')
  expect(downloadNameOf('attachment')).toBeNull()
  expect(downloadNameOf(null)).toBeNull()
})

test('a file name cannot name a folder, and bad encoding does not throw', () => {
  expect(downloadNameOf('attachment; filename="../../etc/passwd"')).toBe('passwd')
  expect(downloadNameOf("attachment; filename=a.json; filename*=UTF-8''%E0%A4%A")).toBe('a.json')
})

test.each([
  ['"{\\"flow\\": 1}"', '{"flow": 1}'],
  ['\n "a: b"', 'a: b'],
  ['{"flow": "as it is"}', '{"flow": "as it is"}'],
  ['"no JSON', '"no JSON'],
  ['', ''],
])('the content of a file that may be a JSON string: %s', async (given, file) => {
  expect(await (await unquoteJson(new Blob([given]))).text()).toBe(file)
})
