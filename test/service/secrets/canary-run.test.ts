/**
 * Secrets that runs, subflows, messages, agents and trials use, transformed by filters and echoed by the other side:
 * none of them is in any row of any table, any answer to a read-only caller, any backup or any log line.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '#contract/api.ts'
import { Run } from '#contract/billing.ts'
import { CreatedChannel } from '#contract/channel.ts'
import { Conversation } from '#contract/conversation.ts'
import { page } from '#contract/kernel/page.ts'
import { tool as toolContract } from '#contract/tool.ts'
import { webchat } from '#contract/webchat.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { disguises, disguisesIn } from '#test/support/canaries.ts'
import { closeAll } from '#test/support/local-server.ts'
import { modelServer, type ModelResponse } from '#test/support/model-server.ts'
import { blocks, echoServer, filters, leaksIn, canaryPlaces, secretOf } from '#test/service/support/canary-echo.ts'
import { canarySteps, leaksInRows, start } from '#test/service/support/canary-steps.ts'
import { pathOf } from '#test/service/support/contract-check.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { until, type TestNode } from '#test/service/support/runs.ts'

const script: ModelResponse[] = []
const model = await modelServer(script)
const { port, requests } = await echoServer()
afterAll(closeAll)

const user = 'someone'
eachDatabase(
  'secrets in use',
  {
    settings: {
      LOG_LEVEL: 'debug',
      MODEL_BASE_URL: model.baseUrl,
      MODEL_API_KEY: 'the-model-key',
      MODEL_NAME: 'small',
    },
    engine: true,
  },
  (service) => {
    const logged: string[] = []
    beforeEach(() => {
      vi.spyOn(process.stderr, 'write').mockImplementation((text) => logged.push(String(text)) > 0)
    })
    const { responses, ids, idOf, send, makeTool, flowOf, runToEnd } = canarySteps(service)
    const url = `http://127.0.0.1:${port}`
    const post = (id: string, config: JsonRecord): TestNode => ({
      id,
      type: 'api',
      config: { method: 'POST', url, ...config },
    })

    test('creates the secrets', async () => {
      for (const place of canaryPlaces) {
        const config = { value: secretOf(place), type: 'string', secret: true }
        expect(await makeTool({ name: `Secret ${place}`, key: place, category: 'global', config })).toMatch(/^tool_/)
      }
    })

    test('passes a mark instead of the value to subflows at any depth, with and without waiting', async () => {
      const inside = await flowOf('Inner', [
        start,
        post('call', { body: { got: '{{ input.s }}', all: '{{ input }}' } }),
      ])
      const input = { s: '{{ input.s }}', again: 'for {{ secrets.sub | upcase }}' }
      await flowOf('Middle', [start, { id: 'inner', type: 'subflow', config: { flow: 'Inner', input } }])
      for (const wait of [true, false]) {
        const input = {
          s: '{{ secrets.sub }}',
          head: 'Bearer {{ secrets.sub | base64_encode }}',
          plain: '{{ input.a }}',
        }
        const outer = await flowOf(`Outer ${wait}`, [
          start,
          { id: 'middle', type: 'subflow', config: { flow: 'Middle', input, wait } },
          post('after', { body: '{{ previous }}' }),
        ])
        const run = await runToEnd(outer, { input: { a: 'as it is' } })
        expect(run.status, JSON.stringify(run.steps)).toBe('succeeded')
        expect(run.steps[1]?.input).toEqual({
          flow: 'Middle',
          input: { s: '••••', head: 'Bearer ••••', plain: 'as it is' },
        })
        const flow = (await send('GET', `/flow/${outer}/`)).as(
          z.looseObject({ validation: z.array(z.looseObject({})) }),
        )
        expect(flow.validation).toMatchObject([{ level: 'warning', code: 'secret_in_subflow', node_id: 'middle' }])
      }
      const named = await flowOf('Named', [
        start,
        { id: 'sub', type: 'subflow', config: { flow: '{{ secrets.flow }}', input: {} } },
      ])
      expect(await runToEnd(named)).toMatchObject({ status: 'failed', error: { code: 'not_found' } })
      const inner = await until(
        async () => (await send('GET', `/billing/runs/?flow=${inside}`)).as(page(Run)).results,
        (runs) => runs.length === 2 && runs.every(({ finished_at: at }) => at !== null),
        'both inner runs have ended',
      )
      for (const { id } of inner) idOf('run', id)
      expect(requests.map(({ body }) => body).filter((body) => body.startsWith('{"got"'))).toEqual(
        Array.from({ length: 2 }, () => expect.stringContaining('"got":"••••"')),
      )
    })

    test('refuses to activate a flow whose message refers to a secret, and fails it in an active flow', async () => {
      const nodes: TestNode[] = [
        { id: 'begin', type: 'trigger', config: { kind: 'message' } },
        { id: 'tell', type: 'message', config: { channel: 'reply', text: 'It is {{ secrets.message | upcase }}.' } },
      ]
      const flow = await flowOf('Tells', nodes, false)
      const refused = await send('POST', `/flow/${flow}/activate/`)
      expect(refused.status).toBe(409)
      expect(refused.body).toMatchObject({
        validation: expect.arrayContaining([expect.objectContaining({ code: 'secret_in_message', node_id: 'tell' })]),
      })
      await service.app.services.database.pool.query(`update flow set status = 'active' where id = $1`, [flow])
      const created = await send('POST', '/channel/', { type: 'webchat', name: 'Shop', config: { origins: [] }, flow })
      const { id, address } = created.as(CreatedChannel)
      const token = idOf('channel', id) && (address?.slice(-32) ?? '')
      const opened = await service.request('POST', `/webchat/${token}/session/`, { body: {} })
      const headers = { 'x-visitor': opened.as(webchat.open.returns).visitor }
      const message = { id: '2b1f8d6e-3f0c-4e57-9a3f-1d2c3b4a5968', text: 'Hello' }
      await service.request('POST', `/webchat/${token}/message/`, { headers, body: message })
      const [run] = await until(
        async () => (await send('GET', `/billing/runs/?channel=${id}`)).as(page(Run)).results,
        (runs) => runs[0]?.status === 'failed',
        'the run has failed',
      )
      idOf('run', run?.id ?? '')
      expect(run).toMatchObject({ error: { code: 'secret_in_message', message: expect.stringContaining('secret') } })
      const talk = await service.request('GET', `/webchat/${token}/message/`, { headers })
      expect(talk.as(webchat.talk.returns).messages.map(({ text }) => text)).toEqual(['Hello'])
      for (const { id: talkId } of (await send('GET', '/conversation/')).as(page(Conversation)).results)
        idOf('conversation', talkId)
    })

    test('sends a secret with any filter in the request, and stores a mark', async () => {
      const body = Object.fromEntries(filters.map((text, index) => [`t${index}`, text]))
      const nodes = [
        start,
        post('all', {
          url: `${url}/{{ secrets.filter | slice: 0, 12 }}/{{ secrets.filter | upcase }}?a={{ secrets.filter | split: "" | join: "-" }}`,
          query: { q: '{{ secrets.filter | base64_encode }}', [`fixed`]: 'b' },
          headers: { 'X-Sign': 'v1,{{ secrets.filter | base64_encode | base64_encode }}' },
          auth: { kind: 'basic', user: `${user}{{ secrets.flow | slice: 0, 0 }}`, secret: '{{ secrets.filter }}' },
          body,
        }),
        ...blocks.map((text, index) => post(`block${index}`, { body: { text } })),
        post('form', {
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: { pass: '{{ secrets.filter }}', more: 'a {{ secrets.filter | upcase }} b' },
        }),
        post('text', {
          body: 'user={{ input.u }}&pass={{ secrets.filter | url_encode }}',
          auth: { kind: 'bearer', secret: '{{ secrets.filter | upcase }}' },
        }),
      ]
      const flow = await flowOf('Filters', nodes)
      requests.length = 0
      const run = await runToEnd(flow, { input: { u: 'ada' } })
      expect(run.status, JSON.stringify(run.error)).toBe('succeeded')
      const secret = secretOf('filter')
      expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({
        t0: secret,
        t2: secret.toUpperCase(),
        t7: [...secret],
      })
      expect(requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`)
      const stepOf = (node: string) => run.steps.find(({ node_id: of }) => of === node)
      expect(stepOf('all')?.input).toMatchObject({
        url: `${url}/••••/••••?a=••••&q=••••&fixed=b`,
        headers: { 'x-sign': 'v1,••••' },
        body: {
          t0: '••••',
          t1: 'Bearer ••••',
          t7: '••••',
          t10: 'Basic ••••',
          t12: '••••, ••••',
        },
      })
      expect(stepOf('block3')?.input).toMatchObject({ body: { text: '••••' } })
      expect(stepOf('form')?.input).toMatchObject({ body: { pass: '••••', more: 'a •••• b' } })
      expect(stepOf('text')?.input).toMatchObject({ body: 'user=ada&pass=••••' })
    })

    test('stores marks for a tool that gets a secret from a node, or has one itself', async () => {
      const tool = await makeTool({
        name: 'Orders',
        key: 'orders',
        category: 'api',
        config: {
          method: 'POST',
          url: `${url}/{{ input.token | upcase }}`,
          headers: {
            'X-Api-Key': `${secretOf('sealed')}{{ input.no }}`,
            'X-Token': '{{ input.token | split: "" | join: "-" }}',
          },
          query: { access_token: secretOf('sealed') },
          auth: { kind: 'bearer', secret: `${secretOf('sealed')}{{ secrets.tool }}` },
        },
      })
      const flow = await flowOf('By a tool', [
        start,
        { id: 'call', type: 'api', tool: 'orders', config: { body: { token: '{{ secrets.tool }}', no: 7 } } },
      ])
      const run = await runToEnd(flow)
      expect(run.status, JSON.stringify(run.error)).toBe('succeeded')
      expect(run.steps[1]?.input).toMatchObject({
        url: `${url}/••••?access_token=••••`,
        headers: { 'x-token': '••••', 'x-api-key': '••••' },
        body: { token: '••••', no: 7 },
      })
      const tried = await send('POST', `/tool/${tool}/try/`, { input: { token: 'a', no: 1 } })
      expect(tried.as(toolContract.attempt.returns).ok, tried.text).toBe(true)
    })

    test('shows marks in trials, also for a refused call', async () => {
      const body = Object.fromEntries(filters.map((text, index) => [`t${index}`, text.replaceAll('filter', 'trial')]))
      for (const to of [url, 'http://10.0.0.1']) {
        const config = { method: 'POST', url: `${to}/{{ secrets.trial | upcase }}`, body }
        const id = await makeTool({ name: `Tried at ${to}`, category: 'api', config })
        const tried = await send('POST', `/tool/${id}/try/`, { input: {} })
        expect(tried.as(toolContract.attempt.returns).asked).toMatchObject({
          url: `${to}/••••`,
          body: { t0: '••••', t1: 'Bearer ••••' },
        })
      }
    })

    test('stores marks for an agent: in its instructions, tools and answers', async () => {
      await makeTool({
        name: 'Find',
        key: 'find',
        category: 'api',
        config: {
          method: 'POST',
          url: `${url}/find`,
          headers: { 'X-A': '{{ secrets.agent | base64_encode }}' },
          body: { no: '{{ input.no }}', key: '{{ secrets.agent | split: "" | join: "-" }}' },
        },
      })
      const answer = `It is ${secretOf('prompt')}, or ${secretOf('prompt').toUpperCase()}`
      script.splice(0, script.length, { call: 'find', input: { no: secretOf('prompt') } }, { text: answer })
      const flow = await flowOf('Asks', [
        start,
        {
          id: 'ask',
          type: 'agent',
          config: { model: 'small', instructions: 'Use {{ secrets.prompt }}.', tools: ['find'] },
        },
      ])
      const run = await runToEnd(flow)
      expect(run.output, JSON.stringify(run.error)).toMatchObject({ text: 'It is ••••, or ••••' })
      // The model gets the result of the tool without the secrets of the tool.
      const told = JSON.stringify(model.requests.map(({ messages }) => messages))
      expect(disguisesIn(told, secretOf('agent'))).toEqual([])
    })

    test('refuses a secret in a wait', async () => {
      const flow = await flowOf(
        'Waits',
        [start, { id: 'hold', type: 'wait', config: { until: '{{ secrets.wait }}' } }],
        false,
      )
      expect((await send('POST', `/flow/${flow}/activate/`)).body).toMatchObject({
        validation: [{ code: 'secret_in_wait', node_id: 'hold' }],
      })
      expect(await runToEnd(flow, { is_test: true })).toMatchObject({
        status: 'failed',
        error: { code: 'secret_in_wait' },
      })
    })

    test('returns no secret to viewers and read-only keys', async () => {
      const { pool } = service.app.services.database
      const { rows } = await pool.query<{ id: string }>('select id from run')
      for (const { id } of rows) idOf('run', id)
      for (const as of [service.one.viewer, service.one.readKey])
        for (const endpoint of allEndpoints.filter(({ method, access }) => method === 'GET' && access !== 'machine'))
          for (const id of ids[endpoint.path.includes('/billing/runs/{') ? 'run' : endpoint.noun] ?? ['x'])
            await send('GET', pathOf(endpoint, { id }), undefined, { ...service.one.owner, ...as })
      expect(responses.length).toBeGreaterThan(200)
      expect([...new Set(responses.flatMap(([where, text]) => leaksIn(where, text)))]).toEqual([])
    })

    test('has no secret in any row of any table, in a backup, or in the log', async () => {
      const found = new Set(await leaksInRows(service))
      const machine = { headers: { authorization: 'Bearer machine' } }
      const backup = await service.request('GET', '/admin/backup/', { as: machine })
      expect(backup.text).toContain('run_step')
      for (const leak of leaksIn('backup', backup.text)) found.add(leak)
      service.app.services.log.flush()
      expect(logged.join('').length).toBeGreaterThan(1000)
      for (const leak of leaksIn('log', logged.join(''))) found.add(leak)
      expect([...found].toSorted()).toEqual([])
    })

    test('the search for leaks finds disguised secrets', () => {
      const hashed = createHash('sha256').update(secretOf('sub')).digest('hex')
      expect(disguisesIn(hashed, secretOf('sub'))).toEqual([])
      for (const [name, disguise] of disguises)
        expect(disguisesIn(JSON.stringify({ a: disguise(secretOf('sub')) }), secretOf('sub'))).toContain(name)
    })
  },
)
