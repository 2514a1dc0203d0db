/** Refused requests: outdated deletions, taken keys, invisible names, path traversal, huge bodies. */
import { request as send } from 'node:http'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ErrorBody } from '#contract/kernel/error.ts'
import { eachDatabase, type TestResponse } from '#test/service/support/harness.ts'

const codeOf = (response: TestResponse) => `${response.status} ${response.as(ErrorBody).code}`

eachDatabase('refused requests', { differs: 'locks' }, (service) => {
  test('deletes only the version that If-Match names', async () => {
    const as = service.one.owner
    const bodies = {
      flow: { name: 'Removed by version' },
      tool: { name: 'By version', category: 'global', config: { value: 'x', type: 'string', secret: false } },
    }
    for (const [noun, body] of Object.entries(bodies)) {
      const created = await service.request('POST', `/${noun}/`, { as, body })
      const { id } = created.as(z.looseObject({ id: z.string() }))
      const path = `/${noun}/${id}/`
      const first = created.headers.get('etag') ?? ''
      const changed = await service.request('PATCH', path, { as, body: { name: 'Changed' } })
      const late = await service.request('DELETE', path, { as, headers: { 'if-match': first } })
      expect([codeOf(late), late.body]).toMatchObject(['409 version_conflict', { current: { id, name: 'Changed' } }])
      const headers = { 'if-match': changed.headers.get('etag') ?? '' }
      expect((await service.request('DELETE', path, { as, headers })).status).toBe(204)
      expect((await service.request('DELETE', path, { as, headers })).status).toBe(404)
    }
  })

  test('gives concurrently created tools of the same name different keys', async () => {
    const body = { name: 'At once', category: 'global', config: { value: 'x', type: 'string', secret: false } }
    const as = service.one.owner
    const created = await Promise.all(Array.from({ length: 12 }, () => service.request('POST', '/tool/', { as, body })))
    expect(created.map(({ status }) => status)).toEqual(created.map(() => 201))
    expect(new Set(created.map((response) => response.as(z.looseObject({ key: z.string() })).key)).size).toBe(
      created.length,
    )
  })

  test('refuses an invisible name or a wrong type with our own messages', async () => {
    const as = service.one.owner
    for (const [body, words] of [
      [{ name: '\u200B\u2060' }, 'This field may not be blank.'],
      [{ name: 7 }, 'Enter text.'],
    ] as const) {
      const response = await service.request('POST', '/flow/', { as, body })
      expect(response.body).toMatchObject({ code: 'invalid', errors: { name: [words] } })
    }
  })

  test('answers 404 for dots in a path, encoded or not', async () => {
    const { port } = new URL(service.origin)
    const headers = service.one.owner.headers
    // fetch would normalize the dots before sending.
    const statusOf = (path: string) =>
      new Promise((done, fail) => {
        const sent = send({ port, host: '127.0.0.1', path, headers }, (answer) => {
          answer.resume()
          done(answer.statusCode)
        })
        sent.once('error', fail)
        sent.end()
      })
    for (const path of ['/api/x/%2e%2e/flow/', '/api/x/%2E./flow/', '/api/x/../flow/', '/api/./flow/'])
      expect([path, await statusOf(path)]).toEqual([path, 404])
    expect(await statusOf('/api/flow/')).toBe(200)
  })

  test('quickly refuses a body with too many values', async () => {
    const raw = `{"template":[${'1,'.repeat(14_000_000)}1]}`
    const began = performance.now()
    const response = await service.request('POST', '/flow/import/', { as: service.one.owner, raw })
    expect(codeOf(response)).toBe('413 too_large')
    expect(response.text).toContain('4,000,000 values')
    expect(performance.now() - began).toBeLessThan(60_000)
  })
})
