/** The delivery log of a channel, and replays, on each database. */
import { expect, test } from 'vitest'
import { Delivery, queryHeader } from '#contract/channel.ts'
import { ChannelHours } from '#contract/channel-history.ts'
import { page } from '#contract/kernel/page.ts'
import { z } from 'zod'
import { storedBody, redactedHeaders } from '#server/engine/hooks/redacted-payload.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { delivery } from '#server/store/tables/channel.ts'
import { historyOf } from '#test/service/support/channel-steps.ts'
import {
  deliveriesOf,
  createWebhookFlow,
  postWebhook,
  createWebhook,
  runIdOf,
  sendSignedWebhook,
  standardHeaders,
} from '#test/service/support/webhook-senders.ts'
import { readRun, waitForRunEnd } from '#test/service/support/runs.ts'
import { readAllRows } from '#test/service/support/read-all-pages.ts'

test('stores no possible secret and no binary body of a delivery', () => {
  const secret = 'canary-4f1b'
  const parameters = [
    'key',
    'sig',
    'token',
    'code',
    'k',
    'pwd',
    'X-Amz-Signature',
    'anything',
    `${secret}${'x'.repeat(40)}`,
  ]
  const headers = [
    'authorization',
    'cookie',
    'x-jwt',
    'x-hmac',
    'x-access-key',
    'x-pat',
    'x-shop',
    'referer',
    'x-real-ip',
  ]
  const kept = redactedHeaders(
    {
      ...Object.fromEntries(headers.map((name) => [name, secret])),
      host: 'here.example',
      'content-type': 'application/json',
      'user-agent': 'shop/1.0',
      'x-github-event': 'push',
      'webhook-id': 'msg_1',
    },
    `${parameters.map((name) => `${name}=${secret}`).join('&')}&${secret}&=${secret}&run=run_1`,
  )
  expect(JSON.stringify(kept)).not.toContain(secret)
  expect(kept).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'shop/1.0',
    'x-github-event': 'push',
    'webhook-id': 'msg_1',
    'x-hmac': '***',
    [queryHeader]: expect.stringMatching(/^key=\*\*\*&sig=\*\*\*&.*&run=run_1$/),
  })
  expect(kept).not.toHaveProperty('host')
  // PostgreSQL accepts no NUL in a text.
  expect(storedBody(Buffer.from('a\0b'))).toBeNull()
  // The limit is in the middle of a character.
  expect(storedBody(Buffer.from('aé'), 2)).toBe('a')
})

eachDatabase('deliveries', { engine: true }, (service) => {
  const owner = () => service.one.owner
  const createFlowWithWebhook = async () => {
    const flow = await createWebhookFlow(service, owner())
    return { flow, hook: await createWebhook(service, owner(), { flow }) }
  }
  const replay = (channel: string, id: string, as = owner()) =>
    service.request('POST', `/channel/${channel}/deliveries/${id}/replay/`, { as })

  test('stores the content of a delivery without credentials', async () => {
    const { hook } = await createFlowWithWebhook()
    const raw = '{"order":17}'
    const secret = 'a text that must not be found'
    const signed = standardHeaders(hook.secret, raw, { id: 'msg_17' })
    const headers = {
      ...signed,
      authorization: `Bearer ${secret}`,
      cookie: `session=${secret}`,
      'x-api-key': secret,
      'x-shop': 'Leipzig',
    }
    const id = runIdOf(
      await postWebhook(service, hook.token, raw, headers, `?source=shop&token=${encodeURIComponent(secret)}`),
    )
    await waitForRunEnd(service, owner(), id)
    const [kept] = await deliveriesOf(service, owner(), hook.id)
    expect(kept).toMatchObject({
      verdict: 'accepted',
      answer: 202,
      external_id: 'msg_17',
      body: raw,
      size: raw.length,
      run: { id, status: 'succeeded' },
      replay_of: null,
    })
    expect(kept?.headers).toMatchObject({
      'x-shop': '***',
      'content-type': 'application/json',
      'webhook-id': 'msg_17',
    })
    const { rows } = await service.app.services.database.pool.query('select * from delivery where channel_id = $1', [
      hook.id,
    ])
    const all = JSON.stringify(rows)
    for (const word of [secret, encodeURIComponent(secret), signed['webhook-signature'], hook.secret])
      expect(all).not.toContain(word)
  })

  test('lists deliveries latest first, page by page, and filters by verdict', async () => {
    const { hook } = await createFlowWithWebhook()
    for (let index = 0; index < 7; index += 1)
      runIdOf(await sendSignedWebhook(service, hook, { index }, `msg_${index}`))
    for (let index = 0; index < 3; index += 1) await postWebhook(service, hook.token, '{}')
    runIdOf(await sendSignedWebhook(service, hook, { index: 0 }, 'msg_0'))
    const whole = await deliveriesOf(service, owner(), hook.id)
    expect(whole.map(({ at }) => at)).toEqual(
      whole
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(whole).toHaveLength(11)
    const steps = await readAllRows(service, owner(), `/channel/${hook.id}/deliveries/?limit=3`)
    expect(steps.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
    expect(await deliveriesOf(service, owner(), hook.id, '&verdict=repeated,bad_signature')).toHaveLength(4)
    const wrong = await service.request('GET', `/channel/${hook.id}/deliveries/?verdict=nice`, { as: owner() })
    expect(wrong.body).toMatchObject({ code: 'invalid', errors: { verdict: [expect.stringContaining('"nice"')] } })
    expect((await service.request('GET', '/channel/chn_none/deliveries/', { as: owner() })).status).toBe(404)
  })

  test('filters deliveries from a time on, and before a time', async () => {
    const { hook } = await createFlowWithWebhook()
    for (const id of ['msg_a', 'msg_b', 'msg_c']) {
      runIdOf(await sendSignedWebhook(service, hook, {}, id))
      await new Promise((done) => void setTimeout(done, 5))
    }
    const [last, middle, first] = await deliveriesOf(service, owner(), hook.id)
    const ids = async (query: string) =>
      (await deliveriesOf(service, owner(), hook.id, query)).map((one) => one.external_id)
    expect(await ids(`&at__gte=${middle?.at}`)).toEqual(['msg_c', 'msg_b'])
    expect(await ids(`&at__lt=${middle?.at}`)).toEqual(['msg_a'])
    expect(await ids(`&at__gte=${middle?.at}&at__lt=${last?.at}&verdict=accepted`)).toEqual(['msg_b'])
    const steps = await readAllRows(service, owner(), `/channel/${hook.id}/deliveries/?limit=1&at__gte=${first?.at}`)
    expect(steps).toHaveLength(3)
    const wrong = await service.request('GET', `/channel/${hook.id}/deliveries/?at__gte=soon`, { as: owner() })
    expect(wrong.body).toMatchObject({ code: 'invalid', errors: { at__gte: [expect.any(String)] } })
  })

  test('counts deliveries by hour, without replays', async () => {
    const { hook } = await createFlowWithWebhook()
    runIdOf(await sendSignedWebhook(service, hook, {}, 'msg_a'))
    runIdOf(await sendSignedWebhook(service, hook, {}, 'msg_a'))
    await postWebhook(service, hook.token, '{}')
    const [, , first] = await deliveriesOf(service, owner(), hook.id)
    await replay(hook.id, first?.id ?? '')
    const { db } = service.app.services.database
    // One delivery three hours ago, one before the first reported hour.
    await db.insert(delivery).values(
      [3, 49].map((hours) => ({
        accountId: service.one.scope.account,
        id: `dlv_${hours}_${hook.id}`,
        channelId: hook.id,
        at: new Date(Date.now() - hours * 3_600_000),
        verdict: 'too_large',
        answer: 413,
      })),
    )
    const { hours } = await historyOf(service, owner(), hook.id)
    expect(hours).toHaveLength(48)
    const [sum] = [
      hours.reduce((all, one) => ({ received: all.received + one.received, refused: all.refused + one.refused }), {
        received: 0,
        refused: 0,
      }),
    ]
    expect(sum).toEqual({ received: 2, refused: 2 })
    expect(hours.at(-4)).toMatchObject({ received: 0, refused: 1 })
    expect(hours.map(({ at }) => Date.parse(at) % 3_600_000)).toEqual(hours.map(() => 0))
    const asked = await service.request('GET', `/channel/${hook.id}/history/`, { as: service.two.owner })
    expect(asked.status).toBe(404)

    // The counts of several channels, by their ids: each once, and none of another account.
    const { hook: other } = await createFlowWithWebhook()
    runIdOf(await sendSignedWebhook(service, other, {}, 'msg_of_the_other'))
    const several = async (as: TestCaller, ids: readonly string[]) =>
      (await service.request('GET', `/channel/hours/?channel=${ids.join(',')}`, { as })).as(ChannelHours)
    const both = await several(owner(), [other.id, 'chn_none', hook.id, hook.id])
    expect(both.from).toBe(hours[0]?.at)
    expect(both.results.map(({ id }) => id)).toEqual([other.id, hook.id])
    expect(both.results[1]).toEqual({
      id: hook.id,
      received: hours.map(({ received }) => received),
      sent: hours.map(({ sent }) => sent),
      refused: hours.map(({ refused }) => refused),
    })
    expect(both.results[0]?.received.reduce((all, one) => all + one, 0)).toBe(1)
    expect((await several(service.two.owner, [hook.id])).results).toEqual([])
    const many = Array.from({ length: 101 }, (_, index) => `chn_${index}`).join(',')
    const refused = await service.request('GET', `/channel/hours/?channel=${many}`, { as: owner() })
    expect(refused.body).toMatchObject({ code: 'invalid', errors: { channel: [expect.stringContaining('100')] } })
  })

  test('truncates a long body, and stores no binary one', async () => {
    const { hook } = await createFlowWithWebhook()
    const raw = JSON.stringify({ text: 'ä'.repeat(60_000) })
    runIdOf(await postWebhook(service, hook.token, raw, standardHeaders(hook.secret, raw)))
    await service.request('POST', `/hook/${hook.token}/`, { raw: new Uint8Array([0, 255, 1]) })
    const [bytes, long] = await deliveriesOf(service, owner(), hook.id)
    expect(bytes).toMatchObject({ verdict: 'bad_signature', size: 3, body: null })
    expect(long?.size).toBe(Buffer.byteLength(raw))
    expect(Buffer.byteLength(long?.body ?? '')).toBeGreaterThan(65_000)
    expect(raw.startsWith(long?.body ?? 'x')).toBe(true)
    const again = await replay(hook.id, long?.id ?? '')
    expect([again.status, again.text]).toEqual([409, expect.stringContaining('Only part')])
  })

  test('starts a new run with the same input on replay', async () => {
    const { hook } = await createFlowWithWebhook()
    const raw = '{"order":17}'
    const first = runIdOf(
      await postWebhook(service, hook.token, raw, standardHeaders(hook.secret, raw), '?source=shop'),
    )
    const [kept] = await deliveriesOf(service, owner(), hook.id)
    const again = await replay(hook.id, kept?.id ?? '')
    expect(again.status, again.text).toBe(201)
    const { run, replay_of: of } = again.as(Delivery)
    expect(of).toBe(kept?.id)
    expect(run?.id).not.toBe(first)
    expect((await waitForRunEnd(service, owner(), run?.id ?? '')).input).toEqual({
      order: 17,
      query: { source: 'shop' },
    })
    // Each further replay is another run.
    const third = (await replay(hook.id, kept?.id ?? '')).as(Delivery)
    expect(third.run?.id).not.toBe(run?.id)
    expect((await readRun(service, owner(), third.run?.id ?? '')).trigger).toBe('webhook')
  })

  test('replays a delivery without stored URL values with the input of its run, or refuses the replay', async () => {
    const flow = await createWebhookFlow(service, owner())
    const hook = await createWebhook(service, owner(), { flow, preset: 'none' })
    const raw = '{"order":17}'
    const latest = async () => (await deliveriesOf(service, owner(), hook.id))[0]?.id ?? ''
    runIdOf(await postWebhook(service, hook.token, raw, {}, '?key=canary'))
    const again = (await replay(hook.id, await latest())).as(Delivery)
    expect((await waitForRunEnd(service, owner(), again.run?.id ?? '')).input).toEqual({
      order: 17,
      query: { key: 'canary' },
    })
    await service.request('POST', `/flow/${flow}/pause/`, { as: owner() })
    expect((await postWebhook(service, hook.token, raw, {}, '?key=canary')).status).toBe(409)
    const [withQuery] = [await latest(), await postWebhook(service, hook.token, raw)]
    const without = await latest()
    await service.request('POST', `/flow/${flow}/activate/`, { as: owner() })
    const refused = await replay(hook.id, withQuery)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('parameters')])
    expect((await replay(hook.id, without)).status).toBe(201)
  })

  test('refuses a replay for another account, a viewer, an unsigned delivery, and an inactive channel or flow', async () => {
    const { flow, hook } = await createFlowWithWebhook()
    runIdOf(await sendSignedWebhook(service, hook, {}))
    await postWebhook(service, hook.token, '{}')
    const [unsigned, signed] = await deliveriesOf(service, owner(), hook.id)
    expect((await replay(hook.id, unsigned?.id ?? '')).status).toBe(409)
    expect((await replay(hook.id, signed?.id ?? '', service.one.viewer)).status).toBe(403)
    expect((await replay(hook.id, signed?.id ?? '', service.two.owner)).status).toBe(404)
    expect((await replay(hook.id, 'dlv_none')).status).toBe(404)
    await service.request('POST', `/channel/${hook.id}/pause/`, { as: owner() })
    const paused = await replay(hook.id, signed?.id ?? '')
    expect([paused.status, paused.text]).toEqual([409, expect.stringContaining('paused')])
    await service.request('POST', `/channel/${hook.id}/resume/`, { as: owner() })
    await service.request('POST', `/flow/${flow}/pause/`, { as: owner() })
    expect((await replay(hook.id, signed?.id ?? '')).status).toBe(409)
    const runs = await service.request('GET', `/billing/runs/?flow=${flow}`, { as: owner() })
    expect(runs.as(page(z.unknown())).count).toBe(1)
    expect(await deliveriesOf(service, owner(), hook.id)).toHaveLength(2)
  })
})
