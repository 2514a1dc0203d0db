import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flow } from '#contract/flow.ts'
import { call, callRaw, download } from './client.ts'
import { ApiError } from '#api/errors.ts'

const sent = vi.fn<(url: string) => Promise<Response>>(() => Promise.resolve(new Response('{}')))
beforeEach(() => {
  sent.mockClear()
  vi.stubGlobal('fetch', sent)
})
afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['read', () => call(flow.read, { id: '' })],
  ['deletion', () => call(flow.remove, { id: '' })],
  ['change', () => call(flow.rename, { id: '', body: { name: 'New' } })],
  ['raw read', () => callRaw(flow.read, { id: '' })],
  ['download', () => download(flow.export, { id: '' })],
])('a %s without the id of the object sends nothing, and rejects', async (_name, ask) => {
  const problem: unknown = await ask().catch((one: unknown) => one)
  expect(sent.mock.calls).toEqual([])
  expect(problem).toBeInstanceOf(ApiError)
  expect(problem).toMatchObject({ code: 'no_id', isTransient: false, status: 400 })
})
