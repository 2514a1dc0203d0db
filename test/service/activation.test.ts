/** Activating a flow: what keeps it from running is told before, with the node that it is about. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Finding } from '#contract/flow.ts'
import { eachDatabase } from './harness.ts'
import { hookFlow, makeHook, runIdOf, send } from './hooks.ts'
import { makeFlow, runEnd, runStatus, startRun, type TestNode } from './runs.ts'

const NotReady = z.looseObject({ code: z.literal('not_ready'), validation: z.array(Finding) })
const trigger: TestNode = { id: 'in', type: 'trigger', config: { kind: 'manual' } }

eachDatabase(
  'activation',
  (service) => {
    const owner = () => service.one.owner
    const refused = async (nodes: TestNode[], ways: string[] = []) => {
      const flow = await makeFlow(service, owner(), { nodes, ways }, false)
      const got = await service.request('POST', `/flow/${flow}/activate/`, { as: owner() })
      expect(got.status, got.text).toBe(409)
      const read = await service.request('GET', `/flow/${flow}/`, { as: owner() })
      expect(read.body).toMatchObject({ status: 'draft' })
      return got.as(NotReady).validation.filter(({ level }) => level === 'error')
    }

    test.each<[string, TestNode, string, string]>([
      [
        'a cron expression that is none',
        { ...trigger, config: { kind: 'schedule', schedule: { cron: '61 * * * *' } } },
        'bad_schedule',
        'cron',
      ],
      [
        'a zone that is none',
        { ...trigger, config: { kind: 'schedule', schedule: { cron: '5 * * * *', zone: 'Mars' } } },
        'bad_schedule',
        'zone',
      ],
      ['a schedule without a time', { ...trigger, config: { kind: 'schedule' } }, 'bad_schedule', 'time'],
      ['a type that does not run here', { id: 'x', type: 'n8n-nodes-base.foo' }, 'unknown_type', 'does not run'],
      ['a wait for nothing', { id: 'x', type: 'wait', config: {} }, 'bad_config', 'waits for nothing'],
      [
        'a flow that is not there',
        { id: 'x', type: 'subflow', config: { flow: 'flw_none' } },
        'missing_flow',
        'not there',
      ],
      [
        'code that cannot be read',
        { id: 'x', type: 'code', config: { language: 'javascript', source: 'return {' } },
        'syntax',
        'x:',
      ],
      [
        'an expression that cannot be read',
        { id: 'x', type: 'transform', config: { language: 'jsonata', expression: 'a +' } },
        'syntax',
        'x:',
      ],
      [
        'a text that cannot be read',
        { id: 'x', type: 'message', config: { channel: 'reply', text: 'Hello {% if input.name %}' } },
        'syntax',
        'the text “Hello {% if input.name %}”',
      ],
      [
        'a filter that is not there',
        { id: 'x', type: 'api', config: { method: 'GET', url: 'https://example.com/?q={{ input.name | shout }}' } },
        'syntax',
        'shout',
      ],
    ])('%s', async (_what, node, code, words) => {
      const nodes = node.id === 'in' ? [node] : [trigger, node]
      expect(await refused(nodes, node.id === 'in' ? [] : ['in → x'])).toEqual([
        { level: 'error', code, message: expect.stringContaining(words), node_id: node.id },
      ])
    })

    test('what is switched off is not looked at', async () => {
      const off: TestNode = { id: 'x', type: 'strange', disabled: true }
      const flow = await makeFlow(service, owner(), { nodes: [trigger, off], ways: ['in → x'] })
      expect((await runEnd(service, owner(), (await startRun(service, owner(), flow)).id)).status).toBe('succeeded')
    })

    test('a draft runs by hand as a test, and nothing else starts it', async () => {
      const flow = await makeFlow(
        service,
        owner(),
        { nodes: [{ id: 'in', type: 'trigger', config: { kind: 'webhook' } }], ways: [] },
        false,
      )
      const run = await startRun(service, owner(), flow, { is_test: true, trigger: 'in' })
      expect((await runEnd(service, owner(), run.id)).is_test).toBe(true)
      const hook = await makeHook(service, owner(), { flow })
      expect((await send(service, hook, {})).status).toBe(409)
    })

    test('a pause keeps new runs away and lets those under way end', async () => {
      const flow = await hookFlow(service, owner(), [{ id: 'w', type: 'wait', config: { event: 'webhook' } }])
      const hook = await makeHook(service, owner(), { flow })
      const id = runIdOf(await send(service, hook, { n: 1 }))
      await runStatus(service, owner(), id, 'waiting')
      await service.request('POST', `/flow/${flow}/pause/`, { as: owner() })
      expect((await send(service, hook, { n: 2 })).status).toBe(409)
      const { engine } = service.app.services
      expect(await engine?.deliver(service.one.id, { runId: id }, 'webhook', { go: true })).toBe(true)
      expect((await runEnd(service, owner(), id)).status).toBe('succeeded')
    })
  },
  {},
  { engine: true },
)
