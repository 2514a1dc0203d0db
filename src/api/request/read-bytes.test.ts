import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { tool } from '#contract/tool.ts'
import { readResponseText } from './read-bytes.ts'

const read = (json: unknown) => readResponseText(flow.read, JSON.stringify(json), null)

test.each<[string, object]>([
  ['success: false', { success: false, message: 'no' }],
  ['ok: false', { ok: false, error: 'no' }],
  ['GraphQL without data', { data: null, errors: [{ message: 'no' }] }],
  ['errors only', { errors: [{ message: 'no' }] }],
])('an error in a 2xx response: %s', async (_name, json) => {
  expect(await read(json)).toMatchObject({ is: 'failure' })
})

test.each<[string, object]>([
  ['an empty list of errors', { data: { flow: { id: 1, name: 'a' } }, errors: [] }],
  ['errors beside an answer', { data: { flow: { id: 1, name: 'a' } }, errors: [{ message: 'One field failed.' }] }],
  ['errors as a field', { id: 1, name: 'a', errors: [{ message: 'of the last run' }] }],
])('an answer despite its errors: %s', async (_name, json) => {
  expect(await read(json)).toMatchObject({ is: 'answer', body: { id: '1', name: 'a' } })
})

test('a check with findings is an answer, since its endpoint belongs to an extension', async () => {
  const found = { ok: false, problems: [{ line: 1, column: 1, message: 'No.' }] }
  expect(await readResponseText(tool.check, JSON.stringify(found), null)).toMatchObject({ is: 'answer', body: found })
})
