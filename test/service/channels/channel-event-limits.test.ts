/** Rate limits for events of providers. */
import { expect, test } from 'vitest'
import { connect, postEvents } from '#test/service/support/channel-steps.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

eachDatabase('requests of providers', (service) => {
  test('blocks a sender for a while after too many refusals or guessed tokens', async () => {
    const config = { api_base: 'http://127.0.0.1:1' }
    const credentials = { bot_token: 'xoxb-canary', signing_secret: 'slack-signing-secret' }
    const { address } = await connect(service, { type: 'slack', name: 'Team', config, credentials })
    const refused = (to: string | null, times: number) =>
      Promise.all(Array.from({ length: times }, () => postEvents(service, to, '{}', {})))
    expect((await refused(address, 60)).every(({ status }) => status === 401)).toBe(true)
    const none = `${service.origin}/api/hook/${'A'.repeat(32)}/events/`
    expect((await refused(none, 61)).every(({ status }) => status === 404)).toBe(true)
    // The limit is 120 refusals of one sender per minute; this request exceeds it.
    const [late] = await refused(address, 1)
    expect(late?.status).toBe(429)
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
