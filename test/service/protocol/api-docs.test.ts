/** The API reference as a page: `GET /api/docs`. */
import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

eachDatabase('the reference of the API', {}, (service) => {
  test('serves an HTML page to anyone, with the policy of the console', async () => {
    const response = await service.request('GET', '/docs')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toBe((await service.request('GET', '/setup/')).headers.get('content-security-policy'))
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  test('contains each endpoint of the contract, with sample requests to the requested origin', async () => {
    const { text } = await service.request('GET', '/docs')
    for (const { id, method, path } of allEndpoints) {
      expect(text).toContain(`id="operation-${id}"`)
      expect(text).toContain(`${method}</span> <code>/api${path}</code>`)
    }
    expect(text).toContain(`&#34;${service.origin}/api/flow/`)
    expect(text).not.toContain('origin.invalid')
    expect(text).toContain('href="/api/openapi.json"')
  })

  test('answers 304 if unchanged, and redirects a trailing slash', async () => {
    const etag = (await service.request('GET', '/docs')).headers.get('etag') ?? ''
    const again = await service.request('GET', '/docs', { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const slash = await fetch(`${service.origin}/api/docs/`, { redirect: 'manual' })
    expect([slash.status, slash.headers.get('location')]).toEqual([308, `${service.origin}/api/docs`])
  })
})
