/** Reads whose answers are truncated, late, refused, or missing. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flow } from '#contract/flow.ts'

const page = JSON.stringify({
  count: 1,
  next: null,
  previous: null,
  results: [{ id: 'flw_1', name: 'Night desk', status: 'draft', version: 1 }],
})
const json = { 'content-type': 'application/json' }
const responseOf = (body: string, headers: HeadersInit = json, status = 200) => new Response(body, { status, headers })

/** The connection breaks in the middle of the body. */
const truncated = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(page.slice(0, 40)))
        controller.error(new TypeError('network error'))
      },
    }),
    { headers: json },
  )
const rateLimited = () => responseOf('{"detail":"Slow down."}', { ...json, 'retry-after': '1' }, 429)

const sent = vi.fn<(url: string) => Promise<Response>>()
/** Modules are cached per worker: they are imported again, so that state of other tests has no effect. */
async function readList() {
  const { makeQueryClient, q } = await import('./query.ts')
  return makeQueryClient().fetchQuery(q(flow.list, {}))
}

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('fetch', sent)
  vi.stubGlobal('location', new URL('http://console.test/flows'))
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/api' }) })
  // Loads the code for other services beforehand, since loading needs real time and the test uses fake timers.
  sent.mockImplementation(() => Promise.resolve(responseOf(page)))
  await readList()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Reads the list as a page does, with these answers in order; the last one serves every further request. */
async function read(...answers: (() => Response)[]) {
  sent.mockReset()
  let at = 0
  sent.mockImplementation(() => Promise.resolve((answers[Math.min(at++, answers.length - 1)] ?? truncated)()))
  const outcome = readList().then(
    ({ results }) => ({ names: results.map((one) => one.name) }),
    (problem: unknown) => ({ problem }),
  )
  await vi.runAllTimersAsync()
  return { outcome: await outcome, times: sent.mock.calls.length }
}

test.each([
  ['a body that is truncated once', [truncated, () => responseOf(page)], 2],
  ['429 once', [rateLimited, () => responseOf(page)], 2],
  ['JSON under another content type', [() => responseOf(page, { 'content-type': 'text/html' })], 1],
])('%s succeeds after a retry, without a message', async (_name, answers, times) => {
  expect(await read(...answers)).toEqual({ outcome: { names: ['Night desk'] }, times })
})

test.each([
  ['a body that is always truncated', truncated, { code: 'unreachable', detail: 'The service cannot be reached.' }, 3],
  ['a repeated 429', rateLimited, { status: 429, retryAfter: 1, detail: 'Slow down.' }, 3],
  [
    '502 with an HTML page',
    () => responseOf('<html><h1>Bad Gateway</h1><hr>nginx</html>', { 'content-type': 'text/html' }, 502),
    { status: 502, detail: 'The gateway cannot reach the service.' },
    3,
  ],
  ['204 instead of a list', () => new Response(null, { status: 204 }), { code: 'not_json' }, 1],
  [
    '200 with an error in its body',
    () => responseOf('{"success":false,"message":"The index is being rebuilt."}'),
    { status: 200, detail: 'The index is being rebuilt.' },
    1,
  ],
])('%s is reported as an error, never as a short or empty list', async (_name, answer, problem, times) => {
  const got = await read(answer)
  expect(got.outcome).toMatchObject({ problem })
  expect(got.times).toBe(times)
})
