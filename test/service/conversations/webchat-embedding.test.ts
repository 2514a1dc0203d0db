/** Pages that may embed a web chat. */
import { expect, test } from 'vitest'
import { CreatedChannel } from '#contract/channel.ts'
import { eachDatabase, type TestService } from '#test/service/support/harness.ts'

async function chat(service: TestService, origins: string[] = []) {
  const body = { type: 'webchat', name: 'Shop', config: { origins } }
  const channel = (await service.request('POST', '/channel/', { as: service.one.writeKey, body })).as(CreatedChannel)
  return { id: channel.id, address: channel.address ?? '' }
}

eachDatabase('pages that embed a web chat', (service) => {
  test('accepts only full addresses of pages that may embed the chat', async () => {
    const channel = await chat(service)
    const saved = (origins: string[]) =>
      service.request('PATCH', `/channel/${channel.id}/`, { as: service.one.writeKey, body: { config: { origins } } })
    const wrong = [
      'https://*',
      'https://*/',
      'https://*.com',
      'https://*.shop.example.com',
      'https://shop.*',
      'https://shop*.example.com',
      'https://a;script-src',
      'https://a,b',
      "https://a'b",
      'ftp://shop.example.com',
    ]
    for (const origin of wrong) {
      const response = await saved(['https://shop.example.com', origin])
      expect(response.status, origin).toBe(400)
      expect(response.body, origin).toMatchObject({
        errors: { 'config.origins.1': [expect.stringContaining('Use full addresses')] },
      })
    }
    for (const origin of [
      'https://shop.example.com',
      'https://münchen.example',
      'http://127.0.0.1:8080',
      'http://[::1]:3',
    ])
      expect((await saved([origin])).status, origin).toBe(200)
  })

  test('ignores invalid origins that were saved earlier', async () => {
    const channel = await chat(service, ['https://shop.example.com'])
    const origins = [
      'https://*',
      'https://*.example.com',
      'https://a;script-src',
      'https://a,b',
      'https://kept.example/x',
    ]
    await service.app.services.database.pool.query(
      `update channel set config = jsonb_set(config, '{origins}', $1::jsonb) where id = $2`,
      [JSON.stringify(origins), channel.id],
    )
    const framed = await fetch(channel.address)
    expect(framed.headers.get('content-security-policy')).toContain("frame-ancestors 'self' https://kept.example;")
  })
})
