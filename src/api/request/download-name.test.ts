import { expect, test } from 'vitest'
import { fileNameOf } from './download-name.ts'

test('the file name of a download: encoded, quoted, plain, absent', () => {
  expect(fileNameOf("attachment; filename*=UTF-8''R%C3%BCckfrage.json")).toBe('Rückfrage.json')
  expect(fileNameOf(`attachment; filename="plain.json"; filename*=UTF-8''better%20name.json`)).toBe('better name.json')
  expect(fileNameOf('attachment; filename="a b.json"')).toBe('a b.json')
  expect(fileNameOf('attachment; filename=a.json')).toBe('a.json')
  expect(fileNameOf('attachment')).toBeNull()
  expect(fileNameOf(null)).toBeNull()
})

test('a file name cannot name a folder, and bad encoding does not throw', () => {
  expect(fileNameOf('attachment; filename="../../etc/passwd"')).toBe('passwd')
  expect(fileNameOf("attachment; filename=a.json; filename*=UTF-8''%E0%A4%A")).toBe('a.json')
})
