import { expect, test } from 'vitest'
import { unquoteJson } from './unquote-json.ts'

test.each([
  ['"{\\"flow\\": 1}"', '{"flow": 1}'],
  ['\n "a: b"', 'a: b'],
  ['{"flow": "as it is"}', '{"flow": "as it is"}'],
  ['"no JSON', '"no JSON'],
  ['', ''],
])('%s', async (given, file) => {
  expect(await (await unquoteJson(new Blob([given]))).text()).toBe(file)
})
