import { afterEach, expect, test, vi } from 'vitest'
import { fetchFile } from './fetch-file.ts'

const stubFetch = (answer: Response) => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(answer))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', new URL('http://console.test/flows'))
  return fetched
}
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a file of the same origin is fetched and named after its URL', async () => {
  stubFetch(new Response('{"nodes": []}'))
  const file = await fetchFile('/files/My%20flow.json?x=1')
  if (typeof file === 'string') expect.fail(file)
  expect([file.name, await file.text()]).toEqual(['My flow.json', '{"nodes": []}'])
})

test('no request is sent to another origin', async () => {
  const fetched = stubFetch(new Response('{}'))
  expect(await fetchFile('https://elsewhere.test/a.json')).toMatch(/Only URLs of http:\/\/console\.test/)
  expect(await fetchFile('data:application/json,{}')).toMatch(/Only URLs/)
  expect(await fetchFile('http://[')).toMatch(/not a URL/)
  expect(fetched).not.toHaveBeenCalled()
})

test('a web page, a missing file, a file that is too large and an unreachable service are reported', async () => {
  stubFetch(new Response('<p>', { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  expect(await fetchFile('/x')).toMatch(/a web page/)
  stubFetch(new Response('', { status: 404 }))
  expect(await fetchFile('/x')).toMatch(/404/)
  stubFetch(new Response(new Uint8Array(33 * 1024 * 1024)))
  expect(await fetchFile('/x')).toMatch(/32 MB/)
  stubFetch(new Response('')).mockRejectedValue(new TypeError('no'))
  expect(await fetchFile('/x')).toMatch(/could not be loaded/)
})
