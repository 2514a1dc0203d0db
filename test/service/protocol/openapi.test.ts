/** Calls every endpoint of the contract, and checks every response, success or error, against the OpenAPI document. */
import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import { RunReasons } from '#contract/run-work.ts'
import { checkAgainstDocument, type ContractCall, type ContractCheck } from '#test/service/support/contract-check.ts'
import { cookieOf, eachDatabase, password, type TestCaller } from '#test/service/support/harness.ts'
import { deliveriesOf, createWebhookFlow, tokenOf } from '#test/service/support/webhook-senders.ts'
import { waitForRunEnd } from '#test/service/support/runs.ts'
import { makeIncident } from '#test/service/support/valid-bodies.ts'
import { seed, type Seeded } from '#test/service/support/seed.ts'
import { template } from '#test/service/support/template.ts'

const CreatedObject = z.looseObject({ id: z.string() })

eachDatabase('contract', { engine: true }, (service) => {
  let check: ContractCheck
  let owner: TestCaller
  let seeded: Seeded
  const machine: TestCaller = { headers: { authorization: 'Bearer machine' } }
  /** Calls an endpoint and expects a status; resolves to the id in the body, or "". */
  async function expectStatus(status: number, id: string, sent: ContractCall = {}): Promise<string> {
    const response = await check.call(id, { as: owner, ...sent })
    expect(response.status, `${id}: ${response.text.slice(0, 300)}`).toBe(status)
    return CreatedObject.safeParse(response.body).data?.id ?? ''
  }

  beforeAll(async () => {
    check = await checkAgainstDocument(service)
    owner = service.one.owner
    seeded = await seed(service.one.scope, {
      conversations: 30,
      runs: 40,
      prefix: 'a',
      person: { id: service.one.owner.id, name: 'O' },
      now: new Date(),
    })
  })

  const emptyFlow = { name: 'Empty', nodes: [], edges: [] }

  test('flows', async () => {
    const id = await expectStatus(201, 'flow.create', { body: { name: 'First' } })
    const params = { id }
    await expectStatus(200, 'flow.list', { query: 'search=fir&ordering=-cost_last_30_days&limit=3' })
    await expectStatus(200, 'flow.read', { params })
    await expectStatus(200, 'flow.rename', { params, body: { name: 'Second', version: 1 } })
    await expectStatus(409, 'flow.rename', { params, body: { name: 'Third', version: 1 } })
    await expectStatus(400, 'flow.create', { body: { name: '' } })
    await expectStatus(400, 'flow.list', { query: 'ordering=colour' })
    const imported = await expectStatus(201, 'flow.import', { body: { template } })
    await expectStatus(422, 'flow.import', { body: { template: '{}' } })
    await expectStatus(200, 'flow.export', { params: { id: imported } })
    await expectStatus(409, 'flow.activate', { params: { id: imported } })
    const chosen = { channels: { support: seeded.channels[0] ?? '' } }
    await expectStatus(200, 'flow.bind', { params: { id: imported }, body: chosen })
    await expectStatus(400, 'flow.bind', { params: { id: imported }, body: { tools: { crm: 'tool_none' } } })
    await expectStatus(200, 'flow.tag', { params, body: { tags: ['a', 'b'] } })
    await expectStatus(200, 'flow.tags')
    await expectStatus(200, 'flow.drawings', { query: `flow=${imported},flw_none` })
    await expectStatus(200, 'flow.upcoming', { query: 'limit=5' })
    await expectStatus(201, 'flow.duplicate', { params: { id: imported }, body: {} })
    await expectStatus(409, 'flow.pause', { params })
    await expectStatus(200, 'flow.archive', { params })
    await expectStatus(204, 'flow.remove', { params })
    await expectStatus(404, 'flow.remove', { params })
  })

  test('versions of a flow', async () => {
    const id = await expectStatus(201, 'flow.import', { body: { template } })
    const params = { id }
    await expectStatus(200, 'flow.update', {
      params,
      body: { template: { ...template, flow: emptyFlow }, note: 'Less' },
    })
    await expectStatus(422, 'flow.update', { params, body: { template: '{}' } })
    await expectStatus(200, 'flow.versions', { params, query: 'limit=1' })
    await expectStatus(200, 'flow.version', { params: { id, number: '1' } })
    await expectStatus(404, 'flow.version', { params: { id, number: '9' } })
    await expectStatus(200, 'flow.makeDraft', { params: { id, number: '1' }, body: {} })
    await expectStatus(200, 'flow.version', { params: { id, number: '3' } })
    await expectStatus(204, 'flow.discardDraft', { params })
    await expectStatus(200, 'flow.makeLive', { params: { id, number: '1' }, body: { note: 'Back' } })
  })

  test('activation and pause of a complete flow', async () => {
    const trigger = { id: 't', type: 'trigger', name: 'Start', position: { x: 0, y: 0 }, config: { kind: 'manual' } }
    const whole = {
      format: 'flow-template',
      format_version: '1.0',
      flow: { name: 'Whole', nodes: [trigger], edges: [] },
    }
    const id = await expectStatus(201, 'flow.import', { body: { template: whole } })
    await expectStatus(200, 'flow.activate', { params: { id } })
    await expectStatus(200, 'flow.pause', { params: { id } })
  })

  test('tools', async () => {
    const body = {
      name: 'CRM lookup',
      category: 'api',
      config: {
        method: 'GET',
        url: 'https://crm.example/',
        auth: { kind: 'bearer', secret: 'long enough to be one' },
      },
    }
    const params = { id: await expectStatus(201, 'tool.create', { body }) }
    await expectStatus(400, 'tool.create', { body: { ...body, key: 'crm_lookup' } })
    await expectStatus(400, 'tool.create', { body: { ...body, category: 'nothing' } })
    await expectStatus(200, 'tool.list', { query: 'category=api' })
    await expectStatus(400, 'tool.list', { query: 'category=apis' })
    await expectStatus(200, 'tool.read', { params })
    await expectStatus(200, 'tool.edit', { params, body: { enabled: false } })
    await expectStatus(409, 'tool.edit', { params, body: { enabled: true, version: 1 } })
    for (const id of ['tool.usage', 'tool.versions', 'tool.version']) await expectStatus(200, id, { params })
    await expectStatus(200, 'tool.check', { body: { language: 'cel', source: 'true' } })
    await expectStatus(400, 'tool.check', { body: {} })
    // An expression is free of charge, which is necessary because the seed has used up the credit.
    const sum = { name: 'Sum', category: 'transform', config: { language: 'jsonata', expression: '$' } }
    const sumId = await expectStatus(201, 'tool.create', { body: sum })
    await expectStatus(200, 'tool.attempt', { params: { id: sumId }, body: { input: 1 } })
    const code = { name: 'Code', category: 'code', config: { language: 'javascript', source: 'return input' } }
    const codeId = await expectStatus(201, 'tool.create', { body: code })
    await expectStatus(402, 'tool.attempt', { params: { id: codeId }, body: { input: 1 } })
    await expectStatus(204, 'tool.remove', { params })
    await expectStatus(404, 'tool.usage', { params })
  })

  test('channels, conversations, runs and money', async () => {
    await expectStatus(200, 'channel.list', { query: 'status=error,paused' })
    await expectStatus(400, 'channel.list', { query: 'status=broken' })
    await expectStatus(200, 'channel.read', { params: { id: seeded.channels[0] ?? '' } })
    await expectStatus(404, 'channel.read', { params: { id: 'chn_none' } })
    await expectStatus(200, 'conversation.list', { query: 'status=open&limit=100' })
    await expectStatus(400, 'conversation.list', { query: 'mood=good' })
    await expectStatus(200, 'conversation.fields')
    const params = { id: seeded.conversations[0] ?? '' }
    await expectStatus(200, 'conversation.read', { params })
    await expectStatus(200, 'conversation.edit', { params, body: { status: 'open' } })
    await expectStatus(409, 'conversation.edit', { params, body: { status: 'open', version: 1 } })
    await expectStatus(404, 'conversation.read', { params: { id: 'cnv_none' } })
    await expectStatus(200, 'conversation.messages', { params })
    await expectStatus(200, 'conversation.facets', { query: 'status=open' })
    await expectStatus(400, 'conversation.facets', { query: 'facets=colour' })
    await expectStatus(400, 'conversation.list', { query: 'filter=x' })
    const change = { priority: 'urgent', add_labels: ['bulk'] }
    const done = await check.call('conversation.bulk', {
      as: owner,
      body: { filter: { and: [] }, change, expected_count: 30 },
    })
    const { undo_token: token } = done.as(z.object({ undo_token: z.string() }))
    await expectStatus(409, 'conversation.bulk', { body: { filter: { and: [] }, change, expected_count: 1 } })
    await expectStatus(400, 'conversation.bulk', { body: { change } })
    await expectStatus(200, 'conversation.undo', { body: { undo_token: token } })
    await expectStatus(400, 'conversation.undo', { body: { undo_token: token } })
    await expectStatus(201, 'conversation.note', { params, body: { text: 'A note' } })
    await expectStatus(409, 'conversation.reply', { params, body: { text: 'An answer' } })
    const contact = { id: seeded.contacts[0] ?? '' }
    await expectStatus(200, 'contact.read', { params: contact })
    await expectStatus(200, 'contact.edit', { params: contact, body: { fields: { tier: 'gold', n: 1 } } })
    await expectStatus(409, 'contact.edit', { params: contact, body: { name: 'Ada', version: 1 } })
    await expectStatus(400, 'contact.edit', { params: contact, body: { email: 'nobody' } })
    const body = { name: 'Open ones', filter: { and: [{ field: 'status', values: ['open'] }] } }
    const view = { id: await expectStatus(201, 'view.create', { body }) }
    await expectStatus(400, 'view.create', { body })
    await expectStatus(200, 'view.list')
    await expectStatus(200, 'view.read', { params: view })
    await expectStatus(200, 'view.edit', { params: view, body: { visibility: 'shared', version: 1 } })
    await expectStatus(409, 'view.edit', { params: view, body: { name: 'Other', version: 1 } })
    await expectStatus(200, 'view.place', { params: view, body: { pinned: true, is_default: true } })
    await expectStatus(204, 'view.remove', { params: view })
    await expectStatus(404, 'view.read', { params: view })
    const text = { name: 'Refund', shortcut: 'refund', text: 'Hello {{contact.name}}' }
    const canned = { id: await expectStatus(201, 'canned_reply.create', { body: text }) }
    await expectStatus(400, 'canned_reply.create', { body: text })
    await expectStatus(200, 'canned_reply.list')
    await expectStatus(200, 'canned_reply.read', { params: canned })
    await expectStatus(200, 'canned_reply.edit', { params: canned, body: { name: 'Money back', version: 1 } })
    await expectStatus(409, 'canned_reply.edit', { params: canned, body: { name: 'Other', version: 1 } })
    await expectStatus(204, 'canned_reply.remove', { params: canned })
    await expectStatus(404, 'canned_reply.read', { params: canned })
    await expectStatus(200, 'balance.read')
    await expectStatus(200, 'run.list', { query: 'limit=100&ordering=-cost' })
    await expectStatus(400, 'run.list', { query: 'status=lost' })
    await expectStatus(200, 'run.summary', {
      query: 'group_by=day,hour,flow,channel,kind,model,tool,status&started_at__gte=2020-01-01',
    })
    await expectStatus(400, 'run.summary', { query: 'group_by=colour' })
    await expectStatus(200, 'run.reasons', { query: 'started_at__gte=2026-11-01&tz=Europe/Berlin' })
    await expectStatus(400, 'run.reasons', { query: 'colour=red' })
    const budget = await expectStatus(201, 'budget.create', {
      body: { period: 'daily', amount: '0.50', flow: seeded.flows[0], tz: 'Europe/Berlin' },
    })
    await expectStatus(200, 'budget.list')
    await expectStatus(200, 'budget.read', { params: { id: budget } })
    await expectStatus(200, 'budget.edit', { params: { id: budget }, body: { amount: '1', version: 1 } })
    await expectStatus(409, 'budget.edit', { params: { id: budget }, body: { amount: '2', version: 1 } })
    await expectStatus(204, 'budget.remove', { params: { id: budget } })
    const alert = await expectStatus(201, 'alert.create', {
      body: { kind: 'webhook', name: 'Hook', address: 'https://alerts.example/', quiet_hours: null },
    })
    await expectStatus(400, 'alert.create', { body: { kind: 'email', name: 'Mail', address: 'a@b.example' } })
    await expectStatus(200, 'alert.list')
    await expectStatus(200, 'alert.read', { params: { id: alert } })
    await expectStatus(200, 'alert.edit', { params: { id: alert }, body: { is_enabled: false, version: 1 } })
    await expectStatus(409, 'alert.edit', { params: { id: alert }, body: { is_enabled: true, version: 1 } })
    await expectStatus(200, 'alert.test', { params: { id: alert } })
    await expectStatus(204, 'alert.remove', { params: { id: alert } })
    await expectStatus(200, 'incident.list', { query: 'status=open&kind=balance,budget' })
    await expectStatus(400, 'incident.list', { query: 'kind=colour' })
    await expectStatus(200, 'incident.read', { params: { id: await makeIncident(service.one.scope, 'openapi') } })
    await expectStatus(404, 'incident.read', { params: { id: 'inc_none' } })
    await expectStatus(200, 'balance.entries', { query: 'kind=run&limit=3' })
    await expectStatus(400, 'balance.entries', { query: 'colour=red' })
    await expectStatus(200, 'balance.statement', { headers: { ...owner.headers, accept: 'text/csv' } })
    await expectStatus(200, 'balance.statement')
    await expectStatus(400, 'balance.statement', { query: 'month=2026-13' })
    await expectStatus(200, 'run.read', { params: { id: seeded.runs[0] ?? '' } })
    await expectStatus(404, 'run.read', { params: { id: 'run_none' } })
    const [reason] = (await check.call('run.reasons', { as: owner })).as(RunReasons).results
    for (const id of ['run.solveReasons', 'run.reopenReasons']) {
      await expectStatus(200, id, { body: { reasons: [reason?.key] } })
      await expectStatus(404, id, { body: { reasons: ['0123456789abcdef'] } })
    }
  })

  test('flow starts and their results', async () => {
    // The other account still has credit.
    const as = service.two.owner
    const flow = await createWebhookFlow(service, as)
    const body = { type: 'webhook', name: 'Hook', flow, config: { preset: 'none' } }
    const created = await check.call('channel.create', { as, body })
    const { id: channelId, address } = created.as(z.object({ id: z.string(), address: z.string() }))
    const hook = { id: channelId, token: tokenOf(address) }
    const params = { id: hook.id }
    await expectStatus(200, 'channel.edit', { as, params, body: { name: 'Renamed' } })
    for (const id of ['channel.pause', 'channel.resume', 'channel.test', 'channel.rotate', 'channel.history'])
      await expectStatus(200, id, { as, params })
    await expectStatus(202, 'hook.receive', { as, params: { token: hook.token }, body: { n: 1 } })
    await expectStatus(404, 'hook.receive', { as, params: { token: 'none' }, body: { n: 1 } })
    await expectStatus(415, 'hook.receive', {
      params: { token: hook.token },
      headers: { 'content-type': 'image/png' },
      raw: 'x',
    })
    await expectStatus(200, 'channel.hours', { as, query: `channel=${hook.id},chn_none` })
    await expectStatus(200, 'channel.deliveries', { as, params })
    const [kept] = await deliveriesOf(service, as, hook.id, '&verdict=accepted')
    await expectStatus(201, 'channel.replay', { as, params: { ...params, delivery: kept?.id ?? '' } })
    await expectStatus(404, 'channel.replay', { as, params: { ...params, delivery: 'dlv_none' } })
    await expectStatus(200, 'run.planStart', { as, params: { id: flow } })
    const run = await expectStatus(201, 'run.start', { as, params: { id: flow }, body: { trigger: 'in', input: {} } })
    await waitForRunEnd(service, as, run)
    await expectStatus(409, 'run.cancel', { as, params: { id: run } })
    const waiting = await createWebhookFlow(service, as, [{ id: 'wait', type: 'wait', config: { seconds: 3600 } }])
    const long: string[] = []
    for (let index = 0; index < 2; index += 1) {
      const start = { as, params: { id: waiting }, body: { trigger: 'in', input: {} } }
      const id = await expectStatus(201, 'run.start', start)
      await expectStatus(200, 'run.cancel', { as, params: { id } })
      await waitForRunEnd(service, as, id)
      long.push(id)
    }
    await expectStatus(201, 'run.retry', { as, params: { id: run }, body: { from: 'start' } })
    const bulk = { action: 'retry', ids: long }
    await expectStatus(200, 'run.planBulk', { as, body: bulk })
    await expectStatus(409, 'run.startBulk', { as, body: { ...bulk, expected_count: 1 } })
    const bulkId = await expectStatus(202, 'run.startBulk', { as, body: { ...bulk, expected_count: 2, trial: 1 } })
    await expectStatus(200, 'run.listBulk', { as })
    await expectStatus(200, 'run.readBulk', { as, params: { id: bulkId } })
    await expectStatus(200, 'run.bulkResults', { as, params: { id: bulkId } })
    await expectStatus(200, 'run.stopBulk', { as, params: { id: bulkId } })
    await expectStatus(409, 'run.stopBulk', { as, params: { id: bulkId } })
    await expectStatus(204, 'channel.remove', { as, params })
  })

  test('people, keys, activity and sign-in', async () => {
    await expectStatus(200, 'me.read')
    const person = await expectStatus(201, 'person.create', {
      body: { email: 'new@one.example', name: 'New', role: 'viewer', password },
    })
    await expectStatus(200, 'person.list')
    await expectStatus(200, 'person.edit', { params: { id: person }, body: { name: 'Newer' } })
    await expectStatus(204, 'person.remove', { params: { id: person } })
    const key = await expectStatus(201, 'key.create', { body: { name: 'A key', scope: 'read' } })
    await expectStatus(200, 'key.list')
    await expectStatus(204, 'key.remove', { params: { id: key } })
    await expectStatus(200, 'activity.list')
    await expectStatus(200, 'event.stream')
    await expectStatus(403, 'activity.list', { as: service.one.viewer })
    await expectStatus(200, 'setup.read')
    await expectStatus(403, 'setup.create', { body: { code: 'wrong', email: 'x@one.example', password } })
    const session = await check.call('session.create', { body: { email: service.one.viewer.email, password } })
    expect(session.status).toBe(201)
    const as = { headers: { cookie: cookieOf(session.headers), origin: service.origin } }
    expect((await check.call('me.password', { as, body: { current: password, password } })).status).toBe(204)
    expect((await check.call('session.remove', { as })).status).toBe(204)
  })

  test('adding and removing the sample workspace', async () => {
    await expectStatus(200, 'sample.read')
    await expectStatus(201, 'sample.create')
    await expectStatus(204, 'sample.remove')
  })

  test('the service itself, and commands of the local machine', async () => {
    for (const id of [
      'service.openapi',
      'service.docs',
      'service.schema',
      'service.live',
      'service.ready',
      'service.metrics',
    ])
      await expectStatus(200, id)
    const command = await check.call('admin.command', {
      as: machine,
      params: { command: 'no-such-command' },
      body: {},
    })
    expect(command.status).toBe(404)
    expect((await check.call('admin.backup', { as: machine })).status).toBe(200)
  })

  test('web chat visitors, and events of providers', async () => {
    const as = service.two.owner
    const address = async (type: string, credentials: object) => {
      const body = { type, name: type, ...credentials }
      const answer = await check.call('channel.create', { as, body })
      return answer
        .as(z.object({ address: z.string() }))
        .address.split('/')
        .filter((part) => part !== '')
    }
    const anonymous = { headers: {} }
    const params = { token: (await address('webchat', {})).at(-1) ?? '' }
    const opened = await check.call('webchat.open', { as: anonymous, params, body: {} })
    const headers = { 'x-visitor': opened.as(z.object({ visitor: z.string() })).visitor }
    const body = { id: randomUUID(), text: 'Hello' }
    await expectStatus(201, 'webchat.send', { as: anonymous, params, headers, body })
    await expectStatus(401, 'webchat.send', { as: anonymous, params, body })
    const talks = await check.call('conversation.list', { as, query: 'q=hello' })
    const talk = talks.as(z.object({ results: z.array(CreatedObject) })).results[0]?.id ?? ''
    await expectStatus(201, 'conversation.reply', { as, params: { id: talk }, body: { text: 'Hello yourself' } })
    await expectStatus(200, 'webchat.talk', { as: anonymous, params, headers })
    await expectStatus(404, 'webchat.talk', { as: anonymous, params: { token: 'none' }, headers })
    const slack = await address('slack', { credentials: { bot_token: 'xoxb-canary', signing_secret: 'signs' } })
    const events = { token: slack.at(-2) ?? '' }
    const raw = JSON.stringify({ type: 'url_verification', challenge: 'c' })
    const time = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', 'signs').update(`v0:${time}:${raw}`).digest('hex')
    const signed = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` }
    await expectStatus(200, 'hook.events', { as: anonymous, params: events, headers: signed, raw })
    await expectStatus(401, 'hook.events', { as: anonymous, params: events, raw })
  })

  test('calls every endpoint', () => {
    const all = allEndpoints.map((endpoint) => endpoint.id)
    expect(all.filter((id) => !check.called.has(id))).toEqual([])
    // These cannot succeed: the account already exists, and a command needs a name.
    const known = new Set(['setup.create', 'admin.command'])
    expect(all.filter((id) => !check.succeeded.has(id) && !known.has(id))).toEqual([])
  })
})
