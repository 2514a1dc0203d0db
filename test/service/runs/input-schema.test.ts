/** Validation of a run's input by its trigger's schema, on each database. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Run } from '#contract/billing.ts'
import { ErrorBody } from '#contract/kernel/error.ts'
import { page } from '#contract/kernel/page.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { deliveriesOf, createWebhook, runIdOf, sendSignedWebhook } from '#test/service/support/webhook-senders.ts'
import { makeFlow, waitForRunEnd, startRun } from '#test/service/support/runs.ts'

const order: JsonRecord = {
  type: 'object',
  required: ['no', 'lines'],
  properties: {
    no: { type: 'string', minLength: 1 },
    mail: { type: 'string', format: 'email' },
    lines: {
      type: 'array',
      items: { type: 'object', required: ['count'], properties: { count: { type: 'integer', minimum: 1 } } },
    },
  },
}
const fitting = { no: 'A-1', lines: [{ count: 2 }] }
const slowSchema: JsonRecord = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
/** Input for which that pattern takes more than a second, even on a fast machine. */
const slowInput = { a: `${'a'.repeat(60)}!` }

const NotReady = ErrorBody.extend({ validation: z.array(z.object({ code: z.string(), message: z.string() })) })

eachDatabase('input schemas', { engine: true }, (service) => {
  const owner = () => service.one.owner
  const makeFlowWithSchema = (schema: Json, kind = 'manual', activate = true) =>
    makeFlow(
      service,
      owner(),
      { nodes: [{ id: 'in', type: 'trigger', config: { kind, input_schema: schema } }], edges: [] },
      activate,
    )
  const run = (flow: string, input: Json, more: JsonRecord = {}) =>
    service.request('POST', `/flow/${flow}/run/`, { as: owner(), body: { input, ...more } })
  const runsOf = async (flow: string) =>
    (await service.request('GET', `/billing/runs/?flow=${flow}&limit=100`, { as: owner() })).as(page(Run)).results
  const refusalOf = async (flow: string, input: Json) => {
    const response = await run(flow, input)
    expect(response.status, response.text).toBe(400)
    return response.as(ErrorBody)
  }

  test('reports every invalid value of a manual start without creating a run, and runs valid input', async () => {
    const flow = await makeFlowWithSchema(order)
    const refusal = await refusalOf(flow, { no: '', mail: 'nobody', lines: [{ count: 1 }, { count: 0.5 }, {}] })
    expect(refusal).toMatchObject({
      code: 'invalid',
      errors: {
        'input.no': ['This may not be empty.'],
        'input.mail': ['Use an email address.'],
        'input.lines.1.count': ['Use a whole number.', 'Use at least 1.'],
        'input.lines.2.count': ['This field is required.'],
      },
    })
    expect(refusal.detail).toContain('“in”')
    expect((await refusalOf(flow, 'text')).errors).toEqual({ input: ['Use an object.'] })
    expect((await refusalOf(flow, {})).errors).toEqual({
      'input.no': ['This field is required.'],
      'input.lines': ['This field is required.'],
    })
    expect((await run(flow, {}, { is_test: true })).status).toBe(400)
    expect(await runsOf(flow)).toEqual([])
    const { id } = await startRun(service, owner(), flow, { input: fitting })
    expect(await waitForRunEnd(service, owner(), id)).toMatchObject({ status: 'succeeded', output: fitting })
    const again = (body: JsonRecord) =>
      service.request('POST', `/billing/runs/${id}/retry/`, { as: owner(), body: { from: 'start', ...body } })
    expect((await again({ input: { no: 1 } })).as(ErrorBody).errors).toMatchObject({ 'input.no': ['Enter text.'] })
    expect((await again({})).status).toBe(201)
  })

  test('refuses and logs an invalid webhook body, also on replay, and runs a valid one', async () => {
    const flow = await makeFlowWithSchema(order, 'webhook')
    const hook = await createWebhook(service, owner(), { flow })
    const response = await sendSignedWebhook(service, hook, { no: 'A-1', lines: [{ count: 'two' }] })
    expect(response.status, response.text).toBe(400)
    expect(response.as(ErrorBody).errors).toEqual({ 'input.lines.0.count': ['Use a whole number.'] })
    const [kept] = await deliveriesOf(service, owner(), hook.id)
    expect(kept).toMatchObject({ verdict: 'refused', answer: 400, run: null })
    expect(kept?.detail).toContain('input.lines.0.count: Use a whole number.')
    const path = `/channel/${hook.id}/deliveries/${kept?.id}/replay/`
    expect((await service.request('POST', path, { as: owner() })).status).toBe(400)
    expect(await runsOf(flow)).toEqual([])
    expect((await deliveriesOf(service, owner(), hook.id)).length).toBe(1)
    const id = runIdOf(await sendSignedWebhook(service, hook, fitting, 'msg_fits'))
    expect(runIdOf(await sendSignedWebhook(service, hook, { other: 'now' }, 'msg_fits'))).toBe(id)
    expect((await waitForRunEnd(service, owner(), id)).status).toBe('succeeded')
  })

  test('fails a step that starts another flow with invalid input', async () => {
    const inner = await makeFlowWithSchema(order)
    const outer = await makeFlow(service, owner(), {
      nodes: [
        { id: 'in', type: 'trigger', config: { kind: 'manual' } },
        { id: 'sub', type: 'subflow', config: { flow: inner, input: { no: 7, lines: [] } } },
      ],
      edges: ['in → sub'],
    })
    const { id } = await startRun(service, owner(), outer)
    const ended = await waitForRunEnd(service, owner(), id)
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'invalid', node_id: 'sub' } })
    expect(ended.error?.message).toContain('input.no: Enter text.')
    expect(await runsOf(inner)).toEqual([])
  })

  test(
    'quickly refuses input for a catastrophic pattern, without delaying other starts',
    { timeout: 60_000 },
    async () => {
      const flow = await makeFlowWithSchema(slowSchema)
      const other = await makeFlowWithSchema(order)
      const began = performance.now()
      const late = Array.from({ length: 4 }, () => refusalOf(flow, slowInput))
      const state = { isOver: false }
      const all = Promise.all(late).finally(() => {
        state.isOver = true
      })
      let concurrentRequests = 0
      while (!state.isOver) {
        await startRun(service, owner(), other, { input: fitting })
        if (!state.isOver) concurrentRequests += 1
      }
      for (const refusal of await all)
        expect(refusal.errors).toEqual({ input: [expect.stringContaining('takes too long')] })
      expect(performance.now() - began).toBeLessThan(20_000)
      // Two checks at a time take a second each: inside a database transaction they would have blocked other starts.
      expect(concurrentRequests).toBeGreaterThan(2)
      expect(await runsOf(flow)).toEqual([])
      expect((await run(flow, { a: 'aaa' })).status).toBe(201)
    },
  )

  test('reports at most fifty of ten thousand invalid values', async () => {
    const list = await makeFlowWithSchema({ type: 'array', items: { type: 'object', required: ['a'] } })
    const refusal = await refusalOf(
      list,
      Array.from({ length: 10_000 }, () => ({})),
    )
    const places = Object.keys(refusal.errors ?? {})
    expect(places.length).toBeLessThanOrEqual(50)
    expect(places[0]).toBe('input.0.a')
  })

  test.each<[string, Json, string]>([
    ['no schema', 'order', 'must be a JSON Schema'],
    ['an unknown type', { type: 'text' }, '/type must be one of'],
    ['an invalid pattern', { properties: { a: { pattern: '(' } } }, 'a regular expression'],
    ['an invalid property pattern', { patternProperties: { '(': true } }, 'regular expressions'],
    ['a reference without a target', { $ref: '#/$defs/a' }, 'which is not in this schema'],
    [
      'a reference to another document',
      { properties: { a: { $ref: 'http://127.0.0.1:1/a.json' } } },
      'Put it under $defs',
    ],
    ['a circular reference', { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#' }] } } }, 'never end'],
    ['a dynamic reference', { $dynamicRef: '#node' }, 'Use $ref'],
    ['an invalid id', { $id: 'http://[' }, 'cannot be read'],
    ['internal names of the library', { __absolute_uri__: 5, $ref: '#/no' }, 'which is not in this schema'],
    ['a text that is too long', { enum: ['a'.repeat(100_001)] }, '100000 characters'],
  ])('refuses to activate or test a flow whose input schema has %s', async (_what, schema, words) => {
    const flow = await makeFlowWithSchema(schema, 'manual', false)
    const response = await service.request('POST', `/flow/${flow}/activate/`, { as: owner() })
    expect(response.status, response.text.slice(0, 300)).toBe(409)
    const { validation } = response.as(NotReady)
    expect(validation).toContainEqual(
      expect.objectContaining({ code: 'bad_config', message: expect.stringContaining(words) }),
    )
    expect((await run(flow, {}, { is_test: true })).status).toBe(409)
    expect(await runsOf(flow)).toEqual([])
  })

  test('supports a recursive schema and names of built-in properties', async () => {
    const tree = await makeFlowWithSchema({
      type: 'object',
      required: ['constructor'],
      properties: { below: { $ref: '#' }, count: { type: 'number' } },
      additionalProperties: { type: 'boolean' },
    })
    expect((await refusalOf(tree, { constructor: true, below: { count: 'x' } })).errors).toEqual({
      'input.below.constructor': ['This field is required.'],
      'input.below.count': ['Use a number.'],
    })
    await startRun(service, owner(), tree, {
      input: { constructor: true, below: { constructor: false, count: 2 } },
    })
  })
})
