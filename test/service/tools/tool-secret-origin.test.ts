/** A stored secret of a tool is sent to the host for which it was entered, and to no other. */
import { afterAll, expect, test } from 'vitest'
import { ErrorBody } from '#contract/kernel/error.ts'
import { Tool } from '#contract/tool.ts'
import { closeAll, serve } from '#test/support/local-server.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const secret = 'canary-7f3a9c51e2d84b60'

/** URLs of the received requests. */
const requestedUrls: (string | undefined)[] = []
/** Redirect target of the next responses; null = no redirect. */
let location: string | null = null
const port = await serve((request, response) => {
  requestedUrls.push(request.url)
  request.resume()
  response.writeHead(location === null ? 200 : 307, location === null ? {} : { location }).end()
})
afterAll(closeAll)

eachDatabase('secrets of tools and their hosts', { engine: true }, (service) => {
  const send = (method: string, path: string, sent: { body: object }) =>
    service.request(method, path, { as: service.one.operator, ...sent })
  const create = async (body: object) => (await send('POST', '/tool/', { body })).as(Tool)
  const makeApi = (config: object) =>
    create({
      name: 'Orders',
      category: 'api',
      config: { method: 'POST', url: `http://127.0.0.1:${port}/orders/`, ...config },
    })

  test('binds a stored secret to the host that it was entered for', async () => {
    const config = {
      method: 'POST',
      url: 'https://crm.example/orders',
      headers: { 'X-Api-Key': secret, Accept: 'text/plain' },
      body: { password: secret },
      auth: { kind: 'bearer', secret },
    }
    const tool = await create({ name: 'Bound', category: 'api', config })
    const to = (url: string, more: object = {}) =>
      send('PATCH', `/tool/${tool.id}/`, { body: { config: { ...tool.config, url, ...more } } })
    const refusedFields = ['config.headers.X-Api-Key', 'config.body.password', 'config.auth.secret']
    const elsewhere = [
      'https://evil.example/orders',
      'http://crm.example/orders',
      'https://crm.example:8443/orders',
      'https://crm.example@evil.example/orders',
      'https://crm.example.evil.example/orders',
      'https://{{ input.shop }}.crm.example/orders',
    ]
    for (const url of elsewhere) {
      const response = await to(url)
      expect(response.status, url).toBe(400)
      const { errors = {} } = response.as(ErrorBody)
      expect(Object.keys(errors), url).toEqual(refusedFields)
      expect(errors['config.auth.secret'], url).toEqual([
        'Enter the credential again. It was stored for another address.',
      ])
    }
    for (const url of [
      'https://crm.example{{ input.rest }}/orders',
      '{{ input.address }}/orders',
      'https://{{ input.host }}/',
    ])
      expect((await to(url)).as(ErrorBody).errors, url).toHaveProperty('config.url')
    // The new host may get secrets that are entered again, but no stored ones.
    const some = await to('https://other.example/', { headers: { 'X-Api-Key': secret }, auth: { kind: 'none' } })
    expect(Object.keys(some.as(ErrorBody).errors ?? {})).toEqual(['config.body.password'])
    for (const url of ['https://CRM.example:443/v2/{{ input.id }}', 'https://crm.example?x={{ input.id }}'])
      expect((await to(url)).status, url).toBe(200)
    const all = { headers: { 'X-Api-Key': secret }, body: { password: secret }, auth: { kind: 'bearer', secret } }
    expect((await to('https://other.example/', all)).status).toBe(200)
    expect((await to('https://crm.example/')).status).toBe(400)
    // A tool without secrets may change its host.
    expect(
      (await send('PATCH', `/tool/${tool.id}/`, { body: { config: { method: 'GET', url: 'https://a.example/' } } }))
        .status,
    ).toBe(200)
  })

  test('requires a fixed host in the URL of a tool with a stored secret', async () => {
    const auth = { kind: 'bearer', secret }
    const createTool = (url: string, more: object = { auth }) =>
      send('POST', '/tool/', { body: { name: 'Open', category: 'api', config: { method: 'GET', url, ...more } } })
    const open = [
      'https://{{ input.host }}/',
      '{{ secrets.base_url }}/orders',
      'https://api.{{ input.host }}',
      'https://{{ input.host }}.com/',
      'https://crm.example:{{ input.port }}/',
      'https://crm.example{{ input.rest }}',
    ]
    for (const url of open) {
      const response = await createTool(url)
      expect([response.status, response.body], url).toMatchObject([
        400,
        { errors: { 'config.url': [expect.stringContaining('secrets.key')] } },
      ])
      expect((await createTool(url, { auth: { kind: 'bearer', secret: '{{ secrets.key }}' } })).status, url).toBe(201)
    }
    const shop = (await createTool('https://{{ input.shop }}.shops.example/{{ input.id }}')).as(Tool)
    const to = async (url: string) =>
      (await send('PATCH', `/tool/${shop.id}/`, { body: { config: { ...shop.config, url } } })).status
    expect(await to('https://{{ input.shop }}.shops.example/v2')).toBe(200)
    expect(await to('https://{{ input.shop }}.evil.example/')).toBe(400)
    expect(await to('https://{{ input.name }}.shops.example/')).toBe(400)
  })

  test('does not send a stored secret to a host that the caller chooses', async () => {
    requestedUrls.length = 0
    const { id } = await makeApi({ auth: { kind: 'bearer', secret } })
    // A config that was stored before such URLs were refused.
    await service.app.services.database.pool.query(
      `update tool set config = jsonb_set(config, '{url}', $1::jsonb) where id = $2`,
      [JSON.stringify('http://{{ input.host }}/'), id],
    )
    const response = await send('POST', `/tool/${id}/try/`, { body: { input: { host: `127.0.0.1:${port}` } } })
    expect(response.body).toMatchObject({
      ok: false,
      error: { code: 'bad_url', message: expect.stringContaining('Orders') },
    })
    expect(requestedUrls).toEqual([])
  })

  test('does not follow a redirect to another origin with a secret in the body', async () => {
    requestedUrls.length = 0
    let otherRequests = 0
    const other = await serve((_request, response) => {
      otherRequests += 1
      response.end('{}')
    })
    location = `http://127.0.0.1:${other}/`
    const { id } = await makeApi({ body: { password: secret } })
    const response = await send('POST', `/tool/${id}/try/`, { body: { input: {} } })
    expect(response.body).toMatchObject({ ok: false, error: { code: 'redirected_elsewhere' } })
    expect([requestedUrls.length, otherRequests]).toEqual([1, 0])
  })
})
