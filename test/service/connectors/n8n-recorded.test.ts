/** The console in front of n8n, by answers recorded from n8n 2.30.0. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { consoleOf, recordedProduct, stopAll } from './support.ts'

afterAll(stopAll)

const key = 'a-key-of-n8n'
const n8n = await recordedProduct('n8n-2.30', {
  key: { header: 'x-n8n-api-key', value: key },
  refusals: { noKey: 'error-401-no-key', wrongKey: 'error-401-wrong-key' },
  isPublic: (target) => target === '/',
})
const console = await consoleOf(n8n.origin)

beforeEach(() => n8n.restore())

test('a request without a key gets the steps to a key', async () => {
  const { status, json } = await console.ask('GET /me/')
  expect(status).toBe(401)
  expect(json).toMatchObject({
    code: 'not_authenticated',
    sign_in: { kind: 'n8n', title: 'n8n', label: 'API key', url: `${n8n.origin}/settings/api` },
  })
})
