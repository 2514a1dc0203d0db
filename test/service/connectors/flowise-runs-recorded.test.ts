/** The console in front of Flowise, by answers written from its API documents: runs and conversations. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  agentflow,
  chatflow,
  folder,
  key,
  openConsole,
  read as readFrom,
  rowsOf,
  runId,
  startFlowise,
} from './flowise-console.ts'
import { recording, stopAll } from './support.ts'

afterAll(stopAll)

const flowise = await startFlowise()
const console = await openConsole(flowise.origin)
const read = (path: string) => readFrom(console, path)

beforeEach(() => flowise.restore())

describe('runs', () => {
  test('the list has state, times, error, and cost where the tokens are recorded', async () => {
    const page = await read('/billing/runs/?ordering=-started_at')
    expect(page).toMatchObject({
      count: 7,
      results: [
        { id: runId(4), status: 'running', finished_at: null, duration_ms: null },
        { id: runId(3), status: 'waiting', conversation: { id: `${agentflow}.session-3` } },
        {
          id: runId(2),
          status: 'failed',
          trigger: 'webhook',
          error: { message: 'Request failed with status code 502', node_id: 'httpAgentflow_0' },
        },
        { id: runId(5), status: 'succeeded', cost: '0.003572', duration_ms: 3000 },
        {
          id: runId(1),
          flow: { id: agentflow, name: 'Refund desk' },
          status: 'succeeded',
          started_at: '2026-10-01T08:00:00.000Z',
          finished_at: '2026-10-01T08:00:04.250Z',
          duration_ms: 4250,
          cost: '0.000360',
          currency: 'EUR',
          usage: { model_calls: 1, input_tokens: 1200, output_tokens: 300 },
          error: null,
          conversation: { id: `${agentflow}.session-1` },
        },
        { id: runId(6), status: 'cancelled', error: null },
        { id: runId(7), status: 'timed_out' },
      ],
    })
    const [, waiting, shared] = rowsOf(page)
    // Tokens of an agent's tool calls are a sum without their prices.
    expect(waiting).not.toHaveProperty('cost')
    // Somebody shared it later, which Flowise records as its last change.
    expect(shared).not.toHaveProperty('finished_at')
    expect(shared).not.toHaveProperty('duration_ms')
    expect(shared).not.toHaveProperty('updated_at')
  })

  test('the list can be filtered, and the summary adds up', async () => {
    expect(await read('/billing/runs/?status=failed')).toMatchObject({ count: 1, results: [{ id: runId(2) }] })
    expect(await read(`/billing/runs/?conversation=${agentflow}.session-1`)).toMatchObject({ count: 2 })
    expect(await read('/billing/runs/summary/?group_by=model')).toMatchObject({
      totals: { count: 7, ended: 5, failed: 2, cost: '0.003932' },
      groups: {
        model: [
          { key: 'gpt-4o', cost: '0.003500', count: 1 },
          { key: 'gpt-4o-mini', cost: '0.000432', count: 2 },
        ],
      },
    })
  })

  test('a run has its steps, with the output that a condition chose', async () => {
    const detail = await read(`/billing/runs/${runId(1)}/`)
    expect(detail).toMatchObject({
      id: runId(1),
      cost: '0.000360',
      cost_breakdown: [{ kind: 'model', label: 'gpt-4o-mini', quantity: 1500, unit: 'tokens', cost: '0.000360' }],
      input: { question: 'Where is my refund?' },
      output: { content: 'Hello' },
      steps: [
        { seq: 0, node_id: 'startAgentflow_0', node_name: 'Start', node_type: 'startAgentflow', status: 'succeeded' },
        {
          seq: 1,
          node_id: 'llmAgentflow_0',
          node_name: 'Classify',
          started_at: '2026-10-01T08:00:00.500Z',
          duration_ms: 1200,
          output: { content: 'refund' },
        },
        { seq: 2, node_id: 'conditionAgentflow_0', handle: 'else' },
        { seq: 3, node_id: 'directReplyAgentflow_0' },
      ],
    })
    const { steps }: { steps?: unknown } = Object(detail)
    expect(Array.isArray(steps) && steps[0]).not.toHaveProperty('started_at')
    expect(await read(`/billing/runs/${runId(5)}/`)).toMatchObject({
      cost: '0.003572',
      steps: [{}, {}, { handle: 'case_0' }, {}],
    })
  })

  test('a failed step has its error, and a run that is gone is 404', async () => {
    expect(await read(`/billing/runs/${runId(2)}/`)).toMatchObject({
      input: { webhook: { order: 7 } },
      steps: [{}, { status: 'failed', error: { code: 'error', message: 'Request failed with status code 502' } }],
    })
    expect((await console.ask(`GET /billing/runs/${runId(9)}/`, { key })).status).toBe(404)
  })

  test('a run without readable data has neither steps nor cost', async () => {
    const { answer } = recording(folder, 'execution-get-1')
    const broken = JSON.parse(JSON.stringify(answer))
    broken.data[0].executionData = '{"unknown": true}'
    flowise.replace(`GET /api/v1/executions?id=${runId(1)}&page=1&limit=1`, { answer: broken })
    const detail = await read(`/billing/runs/${runId(1)}/`)
    for (const absent of ['steps', 'cost', 'error']) expect(detail, absent).not.toHaveProperty(absent)
  })
})

describe('conversations', () => {
  test('the list has the sessions of all flows', async () => {
    const page = await read('/conversation/')
    expect(page).toMatchObject({
      count: 3,
      results: [
        {
          id: `${agentflow}.session-3`,
          last_message: { direction: 'out', author: 'flow', text: 'Do you want to proceed?' },
          message_count: 2,
          last_run: { id: runId(3), status: 'waiting' },
          can_reply: false,
        },
        { id: `${chatflow}.web-1`, flow: { id: chatflow, name: 'Parcel questions' }, message_count: 2 },
        {
          id: `${agentflow}.session-1`,
          flow: { id: agentflow, name: 'Refund desk' },
          contact: { email: 'ada@example.com' },
          message_count: 4,
          created_at: '2026-10-01T08:00:00.100Z',
          updated_at: '2026-10-01T09:00:03.100Z',
          last_run: { id: runId(5), status: 'succeeded', cost: '0.003572' },
          total_cost: '0.003932',
          currency: 'EUR',
        },
      ],
    })
    const [waiting, chat] = rowsOf(page)
    expect(waiting).not.toHaveProperty('total_cost')
    for (const absent of ['status', 'priority', 'assignee', 'number', 'last_run', 'contact', 'total_cost'])
      expect(chat, absent).not.toHaveProperty(absent)
  })

  test('filters and fields are those that Flowise knows', async () => {
    expect(await read(`/conversation/?flow=${chatflow}`)).toMatchObject({ count: 1 })
    expect(await read('/conversation/?contact__email=ada@example.com')).toMatchObject({ count: 1 })
    const { fields }: { fields?: unknown } = Object(await read('/conversation/fields/'))
    expect(fields).toHaveLength(8)
    expect(fields).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'message_count' })]))
  })

  test('a conversation has its messages, newest first, with their runs', async () => {
    expect(await read(`/conversation/${agentflow}.session-1/`)).toMatchObject({ message_count: 4, can_reply: false })
    expect(await read(`/conversation/${agentflow}.session-1/message/?limit=3`)).toMatchObject({
      count: 4,
      results: [
        {
          text: 'It was sent.',
          direction: 'out',
          author: 'flow',
          run: { id: runId(5), cost: '0.003572', step_count: 4 },
        },
        { text: 'Refund 12', direction: 'in', author: 'contact', at: '2026-10-01T09:00:00.100Z' },
        { text: 'Hello', run: { id: runId(1), status: 'succeeded', cost: '0.000360' } },
      ],
    })
    expect(await read(`/conversation/${chatflow}.web-1/message/`)).toMatchObject({
      results: [{ text: 'In Berlin.', run: null }, { text: 'Where is parcel 5?' }],
    })
  })

  test.each([`${chatflow}.gone`, 'unknown.session', 'nothing'])('%s is 404', async (id) => {
    expect((await console.ask(`GET /conversation/${id}/`, { key })).status).toBe(404)
  })
})
