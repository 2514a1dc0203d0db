/** Paths of the contract: trailing slash, and metrics. */
import { expect, test } from 'vitest'
import { allEndpoints } from '#contract/api.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

eachDatabase('paths', (service) => {
  test('redirects every read without its trailing slash', async () => {
    const as = service.one.owner
    for (const endpoint of allEndpoints.filter((one) => one.path.endsWith('/') && one.method === 'GET')) {
      const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x')
      const got = await service.request('GET', path.slice(0, -1), { as })
      expect(got.status, path).toBe(308)
      expect(new URL(got.headers.get('location') ?? '').pathname).toBe(`/api${path}`)
    }
  })

  test('serves metrics at the default path of collectors', async () => {
    const got = await fetch(`${service.origin}/metrics`)
    expect([got.status, got.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
    expect(await got.text()).toContain('# TYPE')
  })
})
