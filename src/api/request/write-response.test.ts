import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { tool } from '#contract/tool.ts'
import { isReturned } from '#lib/absent.ts'
import { readResponseText } from './read-bytes.ts'
import { idInLocation } from './write-response.ts'

const created = async (raw: string, location: string | null = null) => {
  const read = await readResponseText(flow.create, raw, location)
  if (read.is !== 'answer') throw new Error(read.is)
  return read.body
}

test('any body of a successful write is an answer', async () => {
  for (const raw of ['', ' ', 'OK', 'null', 'true', '"created"', '[]', '{}', '{"message":"Created."}'])
    expect(await created(raw), raw).toMatchObject({ id: '', nodes: [], tags: [] })
  expect(isReturned(await created(''), 'name')).toBe(false)
  expect(await created('{"name":"Returns"}')).toMatchObject({ id: '', name: 'Returns' })
})

test('an id is read from the body, or from the Location header', async () => {
  for (const raw of ['17', '"flw_17"', '{"id":17}', '{"data":{"id":"17"}}'])
    expect((await created(raw)).id, raw).toMatch(/^(flw_)?17$/)
  expect((await created('', '/api/v1/flow/17/')).id).toBe('17')
  expect((await created('{"name":"Returns"}', 'https://x.test/flow/a%20b?x=1')).id).toBe('a b')
  expect((await created('{"id":3}', '/flow/17/')).id).toBe('3')
})

test('the Location of the list itself gives no id', () => {
  for (const place of [null, '', '/', '/flow/', '/api/flow/import/', '%'])
    expect(idInLocation(place, '/flow/import/'), String(place)).toBe('')
})

test('an HTML page, a failure in a 200 and an empty answer to a read are not answers', async () => {
  expect(await readResponseText(flow.create, '<!doctype html><p>Sign in', null)).toEqual({ is: 'not json' })
  expect(await readResponseText(tool.create, '{"success":false}', null)).toMatchObject({ is: 'failure' })
  expect(await readResponseText(flow.read, '', null)).toEqual({ is: 'not json' })
  expect(await readResponseText(flow.remove, 'gone', null)).toMatchObject({ is: 'answer', body: null })
})
