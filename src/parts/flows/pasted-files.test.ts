import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const files = (...given: File[]): FileList =>
  Object.assign(Object.create(null), given, {
    length: given.length,
    item: (index: number) => given[index] ?? null,
    [Symbol.iterator]: () => given.values(),
  })

test('pasted files have precedence over pasted text; text alone becomes a file', async () => {
  const copied = new File(['{}'], 'a.json')
  expect(pastedFiles({ files: files(copied), getData: () => 'a.json' })).toEqual([copied])
  const [pasted] = pastedFiles({ files: files(), getData: () => '{"nodes": []}' })
  expect(await pasted?.text()).toBe('{"nodes": []}')
  expect(pastedFiles({ files: files(), getData: () => ' \n' })).toEqual([])
})
