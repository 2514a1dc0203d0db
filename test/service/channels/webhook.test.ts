/** Webhooks on each database: permitted senders, accepted bodies, and one run per message. */
import { request as sendRaw } from 'node:http'
import { expect, test } from 'vitest'
import { ErrorBody } from '#contract/kernel/error.ts'
import { ChannelDetail } from '#contract/channel.ts'
import { page } from '#contract/kernel/page.ts'
import { Run } from '#contract/billing.ts'
import { z } from 'zod'
import { eachDatabase, type TestResponse } from '#test/service/support/harness.ts'
import {
  deliveriesOf,
  githubHeaders,
  createWebhookFlow,
  postWebhook,
  createWebhook,
  runIdOf,
  sendSignedWebhook,
  standardHeaders,
  stripeHeaders,
} from '#test/service/support/webhook-senders.ts'
import { makeFlow, readRun, waitForRunEnd, waitForRunStatus } from '#test/service/support/runs.ts'

const chunk = Buffer.alloc(64 * 1024, 0x20)

/**
 * Sends up to `most` chunks of 64 kB, one after the other, until there is a response; returns its status, and the
 * number of accepted chunks.
 */
const sendChunks = (origin: string, path: string, headers: Record<string, string | number>, most: number) =>
  new Promise<{ status: number | undefined; chunks: number }>((done) => {
    const { port } = new URL(origin)
    let chunks = 0
    const outgoing = sendRaw({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
    })
    outgoing.once('response', (answer) => {
      answer.resume()
      done({ status: answer.statusCode, chunks })
      outgoing.destroy()
    })
    // The connection was closed before the response arrived.
    outgoing.on('error', () => done({ status: undefined, chunks }))
    const next = () => {
      if (outgoing.destroyed || chunks >= most) return
      chunks += 1
      outgoing.write(chunk, next)
    }
    next()
  })

const codeOf = (response: TestResponse) => `${response.status} ${response.as(ErrorBody).code}`

eachDatabase('webhooks', { differs: 'queue', engine: true }, (service) => {
  const owner = () => service.one.owner
  const runsOf = async (flow: string) =>
    (await service.request('GET', `/billing/runs/?flow=${flow}&limit=100`, { as: owner() })).as(page(Run)).results
  const createFlowWithWebhook = async (preset?: 'standard' | 'github' | 'stripe' | 'telegram' | 'none') => {
    const flow = await createWebhookFlow(service, owner())
    return { flow, hook: await createWebhook(service, owner(), { flow, ...(preset ? { preset } : {}) }) }
  }

  test('starts the flow with the body of a signed request as input', async () => {
    const { flow, hook } = await createFlowWithWebhook()
    const id = runIdOf(await sendSignedWebhook(service, hook, { email: 'ada@example.com', nested: { n: [1, null] } }))
    const run = await waitForRunEnd(service, owner(), id)
    expect(run).toMatchObject({
      status: 'succeeded',
      trigger: 'webhook',
      flow: { id: flow },
      channel: { id: hook.id, type: 'webhook' },
      input: { email: 'ada@example.com', nested: { n: [1, null] } },
    })
    const channel = await service.request('GET', `/channel/${hook.id}/`, { as: owner() })
    expect(channel.as(ChannelDetail)).toMatchObject({ status: 'connected', last_event_at: expect.any(String) })
  })

  test("accepts the sender's signature of each preset, and refuses everything else with the same message", async () => {
    const body = '{"id":"evt_1","update_id":7}'
    const signers = {
      standard: (secret: string) => standardHeaders(secret, body),
      github: (secret: string) => githubHeaders(secret, body),
      stripe: (secret: string) => stripeHeaders(secret, body),
      telegram: (secret: string) => ({ 'x-telegram-bot-api-secret-token': secret }),
    }
    const refusals: string[] = []
    for (const preset of ['standard', 'github', 'stripe', 'telegram'] as const) {
      const { hook } = await createFlowWithWebhook(preset)
      const good = await postWebhook(service, hook.token, body, signers[preset](hook.secret))
      await waitForRunEnd(service, owner(), runIdOf(good))
      const bad = await postWebhook(service, hook.token, body, signers[preset](`${hook.secret.slice(0, -8)}AAAAAAA=`))
      const none = await postWebhook(service, hook.token, body)
      for (const response of [bad, none]) {
        expect(codeOf(response), preset).toBe('401 not_authenticated')
        refusals.push(response.as(ErrorBody).detail)
      }
      const log = await deliveriesOf(service, owner(), hook.id)
      expect(log.map(({ verdict }) => verdict).toSorted()).toEqual(['accepted', 'bad_signature', 'bad_signature'])
    }
    const { hook } = await createFlowWithWebhook()
    const late = await postWebhook(service, hook.token, body, standardHeaders(hook.secret, body, { ago: 301 }))
    expect(codeOf(late)).toBe('401 not_authenticated')
    refusals.push(late.as(ErrorBody).detail)
    expect(new Set(refusals).size).toBe(1)
    const early = await postWebhook(service, hook.token, body, standardHeaders(hook.secret, body, { ago: -400 }))
    expect(early.as(ErrorBody).detail).toBe(late.as(ErrorBody).detail)
    expect(await deliveriesOf(service, owner(), hook.id)).toMatchObject([
      { verdict: 'too_old', detail: expect.stringContaining('in the future') },
      { verdict: 'too_old', detail: expect.stringContaining('before it arrived') },
    ])
  })

  test('passes the event of GitHub; without a secret, accepts form and text bodies from anyone with the URL', async () => {
    const { hook: github } = await createFlowWithWebhook('github')
    const raw = '{"ref":"main"}'
    const pushed = await postWebhook(service, github.token, raw, githubHeaders(github.secret, raw))
    expect((await waitForRunEnd(service, owner(), runIdOf(pushed))).input).toEqual({
      ref: 'main',
      headers: { 'x-github-event': 'push' },
    })
    const { hook } = await createFlowWithWebhook('none')
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await postWebhook(service, hook.token, 'a=1&b=x+y&b=z&__proto__=q', form, '?source=site&run=')
    expect((await waitForRunEnd(service, owner(), runIdOf(sent))).input).toEqual({
      a: '1',
      b: ['x y', 'z'],
      query: { source: 'site' },
    })
    const text = await postWebhook(service, hook.token, 'hello', { 'content-type': 'text/plain; charset=utf-8' })
    expect((await waitForRunEnd(service, owner(), runIdOf(text))).input).toBe('hello')
  })

  test('accepts both secrets after a rotation, and no third one', async () => {
    const { hook } = await createFlowWithWebhook()
    const rotated = await service.request('POST', `/channel/${hook.id}/rotate-secret/`, { as: owner(), body: {} })
    expect(rotated.status, rotated.text).toBe(200)
    const { secret } = rotated.as(z.looseObject({ secret: z.string() }))
    expect(secret).not.toBe(hook.secret)
    runIdOf(await sendSignedWebhook(service, hook, { by: 'the old one' }))
    runIdOf(await sendSignedWebhook(service, { ...hook, secret }, { by: 'the new one' }))
    const other = { ...hook, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` }
    expect(codeOf(await sendSignedWebhook(service, other, {}))).toBe('401 not_authenticated')
  })

  test('answers a repeated message with its run, and starts one run for a hundred concurrent requests', async () => {
    const { flow, hook } = await createFlowWithWebhook()
    const all = await Promise.all(
      Array.from({ length: 100 }, () => sendSignedWebhook(service, hook, { n: 1 }, 'msg_same')),
    )
    expect(new Set(all.map(runIdOf)).size).toBe(1)
    expect(await runsOf(flow)).toHaveLength(1)
    const log = await deliveriesOf(service, owner(), hook.id)
    expect(log.filter(({ verdict }) => verdict === 'accepted')).toHaveLength(1)
    expect(log.filter(({ verdict }) => verdict === 'repeated')).toHaveLength(99)
    // Another message starts another run, and message ids are unique to each channel.
    runIdOf(await sendSignedWebhook(service, hook, { n: 1 }, 'msg_other'))
    const { hook: second, flow: secondFlow } = await createFlowWithWebhook()
    runIdOf(await sendSignedWebhook(service, second, { n: 1 }, 'msg_same'))
    expect(await runsOf(flow)).toHaveLength(2)
    expect(await runsOf(secondFlow)).toHaveLength(1)
  })

  test('reports an unreadable body only after it has verified the signature', async () => {
    const { hook } = await createFlowWithWebhook()
    const cases: [string, string, string, string][] = [
      ['{"a":', 'application/json', '400 malformed_json', 'malformed'],
      ['{"a":1,"a":2}', 'application/json', '400 malformed_json', 'malformed'],
      ['{"a":"\\u0000"}', 'application/json', '400 malformed_json', 'malformed'],
      ['<a/>', 'application/xml', '415 unsupported_media_type', 'unsupported_type'],
      ['{}', 'application/json; charset=utf-16', '415 unsupported_media_type', 'unsupported_type'],
      ['{}', 'multipart/form-data; boundary=x', '415 unsupported_media_type', 'unsupported_type'],
    ]
    for (const [raw, type, code] of cases) {
      const headers = { ...standardHeaders(hook.secret, raw), 'content-type': type }
      expect(codeOf(await postWebhook(service, hook.token, raw, headers)), raw).toBe(code)
    }
    const log = await deliveriesOf(service, owner(), hook.id)
    expect(log.map(({ verdict }) => verdict).toReversed()).toEqual(cases.map(([, , , verdict]) => verdict))
    // An unauthenticated sender receives no details about the body.
    expect(codeOf(await postWebhook(service, hook.token, '{"a":'))).toBe('401 not_authenticated')
  })

  test('refuses a body of 33 MB before it has arrived', async () => {
    const { hook } = await createFlowWithWebhook()
    const size = 33 * 1024 * 1024
    const announced = await sendChunks(service.origin, `/api/hook/${hook.token}/`, { 'content-length': size }, 1)
    expect(announced).toEqual({ status: 413, chunks: 1 })
    const [last] = await deliveriesOf(service, owner(), hook.id)
    expect(last).toMatchObject({ verdict: 'too_large', answer: 413, size, body: null })
    const unheard = await sendChunks(service.origin, `/api/hook/${hook.token}/`, { 'content-length': 5e10 }, 1)
    expect(unheard).toEqual({ status: 413, chunks: 1 })
    // Without a content length the request is aborted soon after the limit.
    const endless = await sendChunks(service.origin, `/api/hook/${hook.token}/`, {}, 33 * 16)
    expect(endless.chunks).toBeLessThan(33 * 16)
    runIdOf(await sendSignedWebhook(service, hook, { after: true }))
  })

  test('refuses unknown URLs, other methods, and channels that are paused, deleted or without a flow', async () => {
    expect(codeOf(await postWebhook(service, 'nothing-here', '{}'))).toBe('404 not_found')
    const { hook } = await createFlowWithWebhook()
    const read = await service.request('GET', `/hook/${hook.token}/`)
    expect(codeOf(read)).toBe('405 method_not_allowed')
    expect(read.headers.get('allow')).toContain('POST')
    const lonely = await createWebhook(service, owner())
    expect(codeOf(await sendSignedWebhook(service, lonely, {}))).toBe('409 not_ready')
    await service.request('POST', `/channel/${hook.id}/pause/`, { as: owner() })
    const paused = await sendSignedWebhook(service, hook, {}, 'msg_1')
    expect(codeOf(paused)).toBe('409 not_ready')
    expect(paused.text).toContain('paused')
    await service.request('POST', `/channel/${hook.id}/resume/`, { as: owner() })
    runIdOf(await sendSignedWebhook(service, hook, {}, 'msg_1'))
    await service.request('DELETE', `/channel/${hook.id}/`, { as: owner() })
    expect(codeOf(await sendSignedWebhook(service, hook, {}))).toBe('404 not_found')
  })

  test('refuses messages for a paused or deleted flow, and accepts them again once it is active', async () => {
    const { flow, hook } = await createFlowWithWebhook()
    await service.request('POST', `/flow/${flow}/pause/`, { as: owner() })
    expect(codeOf(await sendSignedWebhook(service, hook, {}, 'msg_1'))).toBe('409 not_ready')
    await service.request('POST', `/flow/${flow}/activate/`, { as: owner() })
    // A refused message can be sent again.
    runIdOf(await sendSignedWebhook(service, hook, {}, 'msg_1'))
    await service.request('DELETE', `/flow/${flow}/`, { as: owner() })
    expect(codeOf(await sendSignedWebhook(service, hook, {}, 'msg_2'))).toBe('409 not_ready')
    const log = await deliveriesOf(service, owner(), hook.id)
    expect(log.map(({ verdict, answer }) => [verdict, answer])).toEqual([
      ['refused', 409],
      ['accepted', 202],
      ['refused', 409],
    ])
  })

  test('resumes a run that waits for a webhook, by its id and only once', async () => {
    const flow = await makeFlow(service, owner(), {
      nodes: [
        { id: 'in', type: 'trigger', config: { kind: 'webhook' } },
        { id: 'pay', type: 'wait', config: { event: 'webhook', timeout_s: 3600 } },
      ],
      edges: ['in → pay'],
    })
    const hook = await createWebhook(service, owner(), { flow })
    const id = runIdOf(await sendSignedWebhook(service, hook, { order: 1 }))
    await waitForRunStatus(service, owner(), id, 'waiting')
    const raw = '{"paid":true}'
    const sendEvent = (messageId: string) =>
      postWebhook(service, hook.token, raw, standardHeaders(hook.secret, raw, { id: messageId }), `?run=${id}`)
    // A channel of another flow gets the same response as for a run that is not waiting.
    const { hook: other } = await createFlowWithWebhook()
    const foreign = await postWebhook(service, other.token, raw, standardHeaders(other.secret, raw), `?run=${id}`)
    expect(codeOf(foreign)).toBe('409 not_ready')
    expect(runIdOf(await sendEvent('msg_paid'))).toBe(id)
    expect(await waitForRunEnd(service, owner(), id)).toMatchObject({ status: 'succeeded', output: { paid: true } })
    expect(runIdOf(await sendEvent('msg_paid'))).toBe(id)
    expect(codeOf(await sendEvent('msg_again'))).toBe('409 not_ready')
    expect(await runsOf(flow)).toHaveLength(1)
  })

  test('isolates webhooks of different accounts', async () => {
    const { hook } = await createFlowWithWebhook()
    const id = runIdOf(await sendSignedWebhook(service, hook, { secret: 'of one' }))
    const as = service.two.owner
    expect((await service.request('GET', `/billing/runs/${id}/`, { as })).status).toBe(404)
    expect((await service.request('GET', `/channel/${hook.id}/deliveries/`, { as })).status).toBe(404)
    // A run of another account cannot be resumed.
    const flow = await createWebhookFlow(service, as)
    const theirs = await createWebhook(service, as, { flow })
    const raw = '{}'
    const response = await postWebhook(service, theirs.token, raw, standardHeaders(theirs.secret, raw), `?run=${id}`)
    expect(codeOf(response)).toBe('409 not_ready')
  })

  test('records a blocked run when there is no credit', async () => {
    const broke = await service.makeAccount('broke')
    await service.app.services.database.pool.query(
      `insert into ledger_day (account_id, day, kind, micros) values ($1, current_date, 'adjustment', -1000000000000)
         on conflict (account_id, day, kind, sample) do update set micros = excluded.micros`,
      [broke.id],
    )
    const flow = await createWebhookFlow(service, broke.owner)
    const hook = await createWebhook(service, broke.owner, { flow })
    const run = await readRun(service, broke.owner, runIdOf(await sendSignedWebhook(service, hook, { n: 1 })))
    expect(run).toMatchObject({ status: 'blocked', error: { code: 'insufficient_balance' } })
  })

  // Last, because it triggers the rate limit.
  test('blocks a sender for a while after too many refusals, and stops logging them', async () => {
    const { hook } = await createFlowWithWebhook()
    const refused = (times: number) =>
      Promise.all(Array.from({ length: times }, () => postWebhook(service, hook.token, '{}')))
    // Concurrent requests can pass the limit together; later ones are blocked.
    await refused(120)
    const late = (await refused(5)).find(({ status }) => status === 429)
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    const log = await service.request('GET', `/channel/${hook.id}/deliveries/?verdict=bad_signature`, { as: owner() })
    expect(log.as(page(z.unknown())).count).toBeLessThanOrEqual(200)
  })
})
