/** Paths of the contract: trailing slash, and metrics. */
import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

eachDatabase('paths', (service) => {
  test('redirects every read without its trailing slash', async () => {
    const as = service.one.owner
    for (const endpoint of allEndpoints.filter((one) => one.path.endsWith('/') && one.method === 'GET')) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x')
      const response = await service.request('GET', path.slice(0, -1), { as })
      expect(response.status, path).toBe(308)
      expect(new URL(response.headers.get('location') ?? '').pathname).toBe(`/api${path}`)
    }
  })

  test('serves metrics at the default path of collectors', async () => {
    const response = await fetch(`${service.origin}/metrics`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/plain'),
    ])
    expect(await response.text()).toContain('# TYPE')
  })
})
