/** Activation of a flow: blocking problems are reported, with their node. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Finding } from '#contract/flow.ts'
import { eachDatabase } from '#test/service/support/harness.ts'
import { createWebhookFlow, createWebhook, runIdOf, sendSignedWebhook } from '#test/service/support/webhook-senders.ts'
import { makeFlow, waitForRunEnd, waitForRunStatus, startRun, type TestNode } from '#test/service/support/runs.ts'

const NotReady = z.looseObject({ code: z.literal('not_ready'), validation: z.array(Finding) })
const trigger: TestNode = { id: 'in', type: 'trigger', config: { kind: 'manual' } }

eachDatabase('activation', { engine: true }, (service) => {
  const owner = () => service.one.owner
  const problemsOf = async (nodes: TestNode[], edges: string[] = []) => {
    const flow = await makeFlow(service, owner(), { nodes, edges }, false)
    const response = await service.request('POST', `/flow/${flow}/activate/`, { as: owner() })
    expect(response.status, response.text).toBe(409)
    const read = await service.request('GET', `/flow/${flow}/`, { as: owner() })
    expect(read.body).toMatchObject({ status: 'draft' })
    return response.as(NotReady).validation.filter(({ level }) => level === 'error')
  }

  test.each<[string, TestNode, string, string]>([
    [
      'refuses an invalid cron expression',
      { ...trigger, config: { kind: 'schedule', schedule: { cron: '61 * * * *' } } },
      'bad_schedule',
      'cron',
    ],
    [
      'refuses an unknown time zone',
      { ...trigger, config: { kind: 'schedule', schedule: { cron: '5 * * * *', zone: 'Mars' } } },
      'bad_schedule',
      'zone',
    ],
    ['refuses a schedule without a time', { ...trigger, config: { kind: 'schedule' } }, 'bad_schedule', 'time'],
    [
      'refuses a node type of another product',
      { id: 'x', type: 'n8n-nodes-base.foo' },
      'unknown_type',
      'another product',
    ],
    ['refuses a wait without a condition', { id: 'x', type: 'wait', config: {} }, 'bad_config', 'needs exactly one of'],
    [
      'refuses a missing flow',
      { id: 'x', type: 'subflow', config: { flow: 'flw_none' } },
      'missing_flow',
      'does not exist',
    ],
    [
      'refuses code with a syntax error',
      { id: 'x', type: 'code', config: { language: 'javascript', source: 'return {' } },
      'syntax',
      'x:',
    ],
    [
      'refuses an expression with a syntax error',
      { id: 'x', type: 'transform', config: { language: 'jsonata', expression: 'a +' } },
      'syntax',
      'x:',
    ],
    [
      'refuses a text with a syntax error',
      { id: 'x', type: 'message', config: { channel: 'reply', text: 'Hello {% if input.name %}' } },
      'syntax',
      'the text “Hello {% if input.name %}”',
    ],
    [
      'refuses an unknown filter',
      { id: 'x', type: 'api', config: { method: 'GET', url: 'https://example.com/?q={{ input.name | shout }}' } },
      'syntax',
      'shout',
    ],
  ])('%s', async (_what, node, code, words) => {
    const nodes = node.id === 'in' ? [node] : [trigger, node]
    expect(await problemsOf(nodes, node.id === 'in' ? [] : ['in → x'])).toEqual([
      { level: 'error', code, message: expect.stringContaining(words), node_id: node.id },
    ])
  })

  test('says how far the flow runs, and what to do', async () => {
    const foreign = Array.from({ length: 120 }, (_, at): TestNode => ({ id: `f${at}`, type: 'n8n-nodes-base.foo' }))
    const ask: TestNode = { id: 'ask', type: 'transform', config: { expression: '$' }, tool: 'none' }
    const flow = await makeFlow(service, owner(), { nodes: [trigger, ask, ...foreign], edges: [] }, false)
    const refused = await service.request('POST', `/flow/${flow}/activate/`, { as: owner() })
    expect(refused.as(z.looseObject({ detail: z.string() })).detail).toBe(
      '1 of 122 steps can run here. 120 run only in another product, 1 needs a tool. To activate the flow, replace or disable the steps that run only in another product and add what is missing in this account.',
    )
    const started = await service.request('POST', `/flow/${flow}/run/`, { as: owner(), body: { is_test: true } })
    expect(started.body).toMatchObject({
      detail: '120 steps run only in another product. Replace or disable them to run this flow.',
    })
  })

  test('refuses to activate an agent without a model, but runs it as a test', async () => {
    const ask: TestNode = { id: 'ask', type: 'agent', config: { model: 'standard', instructions: 'Answer.' } }
    const said: TestNode = { id: 'said', type: 'transform', config: { expression: '"nobody"' } }
    const nodes = [trigger, ask, said]
    const edges = ['in → ask', 'ask.error → said']
    expect(await problemsOf(nodes, edges)).toMatchObject([
      { code: 'missing_model', message: expect.stringContaining('MODEL_BASE_URL'), node_id: 'ask' },
    ])
    const draft = await makeFlow(service, owner(), { nodes, edges }, false)
    const { id } = await startRun(service, owner(), draft, { is_test: true })
    expect(await waitForRunEnd(service, owner(), id)).toMatchObject({ status: 'succeeded', output: 'nobody' })
  })

  test('warns about a trigger without a channel, on activation and on the flow, until it has one', async () => {
    const warningsOf = async (flow: string) => {
      const response = await service.request('GET', `/flow/${flow}/`, { as: owner() })
      return response.as(z.object({ validation: z.array(Finding) })).validation
    }
    const nodes: TestNode[] = [{ id: 'in', type: 'trigger', config: { kind: 'webhook' } }]
    const flow = await makeFlow(service, owner(), { nodes, edges: [] }, false)
    const active = await service.request('POST', `/flow/${flow}/activate/`, { as: owner() })
    expect(active.body).toMatchObject({
      status: 'active',
      validation: [{ level: 'warning', code: 'no_channel_starts', node_id: 'in' }],
    })
    await createWebhook(service, owner(), { flow })
    expect(await warningsOf(flow)).toEqual([])
    const chat = await service.request('POST', '/channel/', {
      as: owner(),
      body: { type: 'webchat', name: 'A chat of another flow', flow },
    })
    const { id: channel } = chat.as(z.object({ id: z.string() }))
    const listens: TestNode[] = [{ id: 'in', type: 'trigger', config: { kind: 'message', channel: 'chat' } }]
    const late = await makeFlow(service, owner(), { nodes: listens, edges: [] }, false)
    await service.request('PUT', `/flow/${late}/bindings/`, { as: owner(), body: { channels: { chat: channel } } })
    expect(await warningsOf(late)).toMatchObject([
      { level: 'warning', code: 'no_channel_starts', message: expect.stringContaining('starts another flow') },
    ])
    await service.request('PATCH', `/channel/${channel}/`, { as: owner(), body: { flow: null } })
    expect(await warningsOf(late)).toEqual([])
    await service.request('POST', `/flow/${late}/activate/`, { as: owner() })
    expect(await warningsOf(late)).toEqual([])
  })

  test('does not check disabled nodes', async () => {
    const off: TestNode = { id: 'x', type: 'strange', disabled: true }
    const flow = await makeFlow(service, owner(), { nodes: [trigger, off], edges: ['in → x'] })
    expect((await waitForRunEnd(service, owner(), (await startRun(service, owner(), flow)).id)).status).toBe(
      'succeeded',
    )
  })

  test('runs a draft only as a manual test', async () => {
    const flow = await makeFlow(
      service,
      owner(),
      { nodes: [{ id: 'in', type: 'trigger', config: { kind: 'webhook' } }], edges: [] },
      false,
    )
    const run = await startRun(service, owner(), flow, { is_test: true, trigger: 'in' })
    expect((await waitForRunEnd(service, owner(), run.id)).is_test).toBe(true)
    const hook = await createWebhook(service, owner(), { flow })
    expect((await sendSignedWebhook(service, hook, {})).status).toBe(409)
  })

  test('prevents new runs while paused, and lets running ones finish', async () => {
    const flow = await createWebhookFlow(service, owner(), [{ id: 'w', type: 'wait', config: { event: 'webhook' } }])
    const hook = await createWebhook(service, owner(), { flow })
    const id = runIdOf(await sendSignedWebhook(service, hook, { n: 1 }))
    await waitForRunStatus(service, owner(), id, 'waiting')
    await service.request('POST', `/flow/${flow}/pause/`, { as: owner() })
    expect((await sendSignedWebhook(service, hook, { n: 2 })).status).toBe(409)
    const { engine } = service.app.services
    expect(await engine?.deliver(service.one.id, { runId: id }, 'webhook', { go: true })).toBe(true)
    expect((await waitForRunEnd(service, owner(), id)).status).toBe('succeeded')
  })
})
