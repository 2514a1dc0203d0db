/** Trials of tools with outgoing requests: masked results, costs that are booked once, and no repeats. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Balance } from '#contract/billing.ts'
import { ErrorBody } from '#contract/kernel/error.ts'
import { Tool } from '#contract/tool.ts'
import { deferred } from '#server/engine/run/deferred.ts'
import { bookEntry } from '#server/store/accounts/account.ts'
import { closeAll, serve } from '#test/support/local-server.ts'
import { modelServer, type ModelResponse } from '#test/support/model-server.ts'
import { eachDatabase, type TestRequest, type TestAccount } from '#test/service/support/harness.ts'
import { until } from '#test/service/support/runs.ts'

const script: ModelResponse[] = []
const model = await modelServer(script)
const requests: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = []
/** Delay before the local server answers. */
let beforeResponse: () => Promise<void> = async () => {}
let nextResponse: { status: number; body: string } | null = null

const port = await serve((request, response) => {
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers, body })
    const said = nextResponse ?? { status: 200, body: JSON.stringify({ state: 'sent', echo: headers.authorization }) }
    void beforeResponse().then(() =>
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body),
    )
  })
})
afterAll(closeAll)
afterEach(() => {
  beforeResponse = async () => {}
  nextResponse = null
})

const secret = 'the very secret 123'
const Sums = z.object({ rows: z.string(), micros: z.string(), days: z.string(), keys: z.string() })

eachDatabase(
  'trials of tools that send',
  {
    settings: {
      MODEL_BASE_URL: model.baseUrl,
      MODEL_API_KEY: 'the-model-key',
      MODEL_NAME: 'small',
    },
    engine: true,
  },
  (service) => {
    const send = (path: string, body: unknown, sent: TestRequest = {}) =>
      service.request('POST', path, { as: service.one.operator, body, ...sent })
    const make = async (body: object, sent: TestRequest = {}) => (await send('/tool/', body, sent)).as(Tool).id
    const makeApi = (config: object = {}) =>
      make({
        name: 'Orders',
        category: 'api',
        config: { method: 'POST', url: `http://127.0.0.1:${port}/orders/{{ input.no }}`, ...config },
      })
    const pool = () => service.app.services.database.pool
    const bookedTotals = async (account: TestAccount = service.one) => {
      const { rows } = await pool().query(
        `select count(*)::text as rows, coalesce(-sum(micros), 0)::text as micros, count(distinct key)::text as keys,
           (select coalesce(-sum(micros), 0)::text from ledger_day where account_id = $1 and kind = 'trial') as days
         from ledger where account_id = $1 and kind = 'trial'`,
        [account.id],
      )
      return Sums.parse(rows[0])
    }
    const balanceOf = async () =>
      (await service.request('GET', '/billing/balance/', { as: service.one.owner })).as(Balance)

    test('sends a call with its secret, shows it without the secret, and books it', async () => {
      requests.length = 0
      await make({
        name: 'Key',
        key: 'shop_key',
        category: 'global',
        config: { value: secret, type: 'string', secret: true },
      })
      const id = await makeApi({ auth: { kind: 'bearer', secret: '{{ secrets.shop_key }}' } })
      const before = [await bookedTotals(), await balanceOf()] as const
      const response = await send(`/tool/${id}/try/`, { input: { no: 'A/1', pieces: 2 } })
      expect(response.status, response.text).toBe(200)
      expect(response.body).toMatchObject({
        ok: true,
        error: null,
        output: { status: 200, state: 'sent', echo: 'Bearer ••••' },
        asked: { method: 'POST', url: `http://127.0.0.1:${port}/orders/A/1`, body: { pieces: 2 } },
        cost: '0.000100',
        currency: 'EUR',
      })
      expect(response.text).not.toContain(secret)
      expect(requests).toMatchObject([
        { url: '/orders/A%2F1', body: '{"pieces":2}', headers: { authorization: `Bearer ${secret}` } },
      ])
      expect(requests[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/)
      const [books, balance] = [await bookedTotals(), await balanceOf()]
      expect(Number(books.micros) - Number(before[0].micros)).toBe(100)
      expect(books.days).toBe(books.micros)
      expect(Math.round((Number(before[1].balance) - Number(balance.balance)) * 1e6)).toBe(100)
      expect(Math.round((Number(balance.spend.today) - Number(before[1].spend.today)) * 1e6)).toBe(100)
      const tool = (await service.request('GET', `/tool/${id}/`, { as: service.one.viewer })).as(Tool)
      expect([tool.calls_last_30_days, tool.cost_last_30_days]).toEqual([1, '0.000100'])
      const usage = await service.request('GET', `/tool/${id}/usage/`, { as: service.one.viewer })
      expect(usage.body).toMatchObject({ calls_last_30_days: 1, errors_last_30_days: 0 })
    })

    test('returns the same response for a repeated key, without sending or booking anything', async () => {
      requests.length = 0
      const id = await makeApi()
      const headers = { 'idempotency-key': randomUUID() }
      const before = await bookedTotals()
      const first = await send(`/tool/${id}/try/`, { input: { no: 1 } }, { headers })
      const second = await send(`/tool/${id}/try/`, { input: { no: 1 } }, { headers })
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.body).toEqual(first.body)
      expect(requests).toHaveLength(1)
      const after = await bookedTotals()
      expect([Number(after.rows) - Number(before.rows), after.keys]).toEqual([1, after.rows])
      const other = await send(`/tool/${id}/try/`, { input: { no: 2 } }, { headers })
      expect([other.status, other.as(ErrorBody).code]).toEqual([409, 'idempotency_conflict'])
    })

    test('sends nothing again for the same key during the trial or after an interruption', async () => {
      requests.length = 0
      const id = await makeApi()
      const headers = { 'idempotency-key': randomUUID() }
      const begin = deferred()
      const end = deferred()
      beforeResponse = () => {
        begin.resolve()
        return end.promise
      }
      const first = send(`/tool/${id}/try/`, { input: { no: 1 } }, { headers })
      await begin.promise
      // The key is in the database before anything is sent, so that other processes know it.
      const { rows } = await pool().query('select status from idempotency where key = $1', [headers['idempotency-key']])
      expect(rows).toEqual([{ status: null }])
      const meanwhile = await send(`/tool/${id}/try/`, { input: { no: 1 } }, { headers })
      expect([meanwhile.status, meanwhile.as(ErrorBody).code]).toEqual([409, 'in_progress'])
      end.resolve()
      expect((await first).status).toBe(200)
      // The state that a process leaves when it is killed in the middle.
      const retryAfterCrash = async (ago: string) => {
        await pool().query(
          `update idempotency set status = null, answer = null, at = now() - $2::interval where key = $1`,
          [headers['idempotency-key'], ago],
        )
        const again = await send(`/tool/${id}/try/`, { input: { no: 1 } }, { headers })
        return [again.status, again.as(ErrorBody).code, again.as(ErrorBody).detail]
      }
      expect(await retryAfterCrash('1 minute')).toEqual([409, 'in_progress', expect.any(String)])
      expect(await retryAfterCrash('1 hour')).toEqual([
        409,
        'idempotency_conflict',
        expect.stringContaining('was interrupted'),
      ])
      expect(requests).toHaveLength(1)
    })

    test('explains errors: refused addresses, unexpected statuses, missing secrets, limits', async () => {
      const trialOf = async (config: object) => {
        const response = await send(`/tool/${await makeApi(config)}/try/`, { input: {} })
        expect(response.status, response.text).toBe(200)
        return response.body
      }
      const inside = await trialOf({ url: 'http://169.254.169.254/latest/' })
      expect(inside).toMatchObject({ ok: false, output: null, error: { code: 'refused_address' }, cost: '0.000000' })
      const text = { error: { code: 'missing_secret' }, cost: '0.000000' }
      expect(await trialOf({ headers: { 'X-A': '{{ secrets.none }}' } })).toMatchObject(text)
      nextResponse = { status: 422, body: '{"why": "no such order"}' }
      expect(await trialOf({})).toMatchObject({
        ok: false,
        output: { status: 422, why: 'no such order' },
        error: { code: 'unexpected_status', message: expect.stringContaining('returned status 422'), line: null },
        cost: '0.000100',
      })
      nextResponse = { status: 200, body: JSON.stringify({ long: 'x'.repeat(300_000) }) }
      expect(await trialOf({})).toMatchObject({
        ok: false,
        output: null,
        error: { code: 'too_large' },
        cost: '0.000100',
      })
    })

    test('runs an agent with its model and tools, books tokens and calls, and applies its limits', async () => {
      requests.length = 0
      model.requests.length = 0
      script.splice(0, script.length, { call: 'orders_find', input: { no: 7 } }, { text: '{"topic": "order"}' })
      await make({
        name: 'Find',
        key: 'orders_find',
        category: 'api',
        config: { method: 'GET', url: `http://127.0.0.1:${port}/{{ input.no }}` },
      })
      const config = { model: 'standard', instructions: 'Sort {{ input.text }}.', tools: ['orders_find'] }
      const id = await make({ name: 'Sorter', category: 'agent', config })
      const response = await send(`/tool/${id}/try/`, { input: { text: 'this' } })
      // 200 input and 40 output tokens at the default model price, and one call.
      expect(response.body).toMatchObject({
        ok: true,
        output: { topic: 'order', steps: 2, tool_calls: 1, usage: { input_tokens: 200, output_tokens: 40 } },
        asked: { model: 'small', instructions: 'Sort this.' },
        cost: '0.000460',
      })
      expect(requests).toMatchObject([{ method: 'GET', url: '/7' }])
      expect(response.text).not.toContain('the-model-key')
      script.splice(0, script.length, { call: 'orders_find', input: { no: 7 } })
      expect((await send(`/tool/${id}/try/`, { input: {} })).body).toMatchObject({
        ok: false,
        error: { code: 'step_limit' },
      })
      expect((await bookedTotals()).days).toBe((await bookedTotals()).micros)
    })

    test('reserves money during a trial; books the trial of a killed process once, with what it has spent', async () => {
      requests.length = 0
      model.requests.length = 0
      script.splice(0, script.length, { call: 'orders_find', input: { no: 7 } }, { text: 'Sorted.' })
      const config = { model: 'standard', instructions: 'Sort.', tools: ['orders_find'] }
      const id = await make({ name: 'Cut off', category: 'agent', config })
      const end = deferred()
      beforeResponse = () => end.promise
      const before = await bookedTotals()
      const trial = send(`/tool/${id}/try/`, { input: 'a' })
      await until(
        async () => requests.length,
        (count) => count === 1,
        'the tool was called',
      )
      expect(await balanceOf()).toMatchObject({ reserved: '0.010000' })
      // The state that a process leaves when it is killed now.
      await pool().query(`update tool_trial set executor = 'killed'`)
      await until(balanceOf, ({ reserved }) => reserved === '0.000000', 'another process has found the trial')
      const after = await bookedTotals()
      // The model has answered once, with 100 input and 20 output tokens, and its requested call was sent.
      expect([Number(after.micros) - Number(before.micros), after.days]).toEqual([280, after.micros])
      end.resolve()
      // The trial was only paused: it succeeds, and its later work is also booked once.
      expect((await trial).body).toMatchObject({ ok: true, output: { text: 'Sorted.' }, cost: '0.000460' })
      const whole = await bookedTotals()
      expect([Number(whole.micros) - Number(before.micros), whole.days, whole.keys]).toEqual([
        460,
        whole.micros,
        whole.rows,
      ])
      const usage = await service.request('GET', `/tool/${id}/usage/`, { as: service.one.viewer })
      expect(usage.body).toMatchObject({
        calls_last_30_days: 1,
        errors_last_30_days: 0,
        cost_last_30_days: '0.000460',
      })
    })

    test('sends nothing without credit, and limits the model to the remaining credit', async () => {
      const { owner, id: account } = await service.makeAccount('poor')
      const { db } = service.app.services.database
      const as = owner
      const adjustBalance = (micros: bigint, key: string) =>
        bookEntry(db, account, { kind: 'adjustment', micros, key, note: null }, new Date())
      const asks = { model: 'standard', instructions: 'x', tools: [] }
      const agent = await make({ name: 'A', category: 'agent', config: asks }, { as })
      const one = { language: 'jsonata', expression: '1' }
      const expression = await make({ name: 'T', category: 'transform', config: one }, { as })
      await adjustBalance(-9_999_990n, 'nearly all')
      model.requests.length = 0
      const little = await send(`/tool/${agent}/try/`, { input: 'a' }, { as })
      expect(little.body).toMatchObject({ ok: false, error: { code: 'budget' }, cost: '0.000000' })
      await adjustBalance(-10n, 'the rest')
      const headers = { 'idempotency-key': randomUUID() }
      const none = await send(`/tool/${agent}/try/`, { input: 'a' }, { as, headers })
      expect([none.status, none.as(ErrorBody).code]).toEqual([402, 'insufficient_balance'])
      expect(model.requests).toEqual([])
      expect((await send(`/tool/${expression}/try/`, { input: 'a' }, { as })).body).toMatchObject({
        ok: true,
        output: 1,
      })
      // A refused trial has done nothing, so its key can be used again.
      await adjustBalance(1_000_000n, 'more')
      script.splice(0, script.length, { text: 'yes' })
      expect((await send(`/tool/${agent}/try/`, { input: 'a' }, { as, headers })).body).toMatchObject({
        ok: true,
        output: { text: 'yes' },
      })
    })

    test('refuses more than five concurrent trials, and callers without permission', async () => {
      requests.length = 0
      const id = await makeApi()
      const end = deferred()
      beforeResponse = () => end.promise
      const all = Array.from({ length: 5 }, () => send(`/tool/${id}/try/`, { input: { no: 1 } }))
      await until(
        async () => requests.length,
        (count) => count === 5,
        'five trials are running',
      )
      const sixth = await send(`/tool/${id}/try/`, { input: { no: 1 } })
      expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, '2'])
      end.resolve()
      const statuses = (await Promise.all(all)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(5)
      expect(requests).toHaveLength(5)
      expect((await send(`/tool/${id}/try/`, { input: {} }, { as: service.one.viewer })).status).toBe(403)
      expect((await send(`/tool/${id}/try/`, { input: {} }, { as: service.one.readKey })).status).toBe(403)
      expect((await send(`/tool/${id}/try/`, { input: {} }, { as: service.two.owner })).status).toBe(404)
      expect(requests).toHaveLength(5)
    })
  },
)
