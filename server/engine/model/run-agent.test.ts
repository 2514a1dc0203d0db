/** Agents against a local model server, with valid and invalid responses. */
import { afterEach, expect, test } from 'vitest'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import { executeTool, type ToolContext } from '#server/engine/step/execute-tool.ts'
import type { DecryptedTool } from '#server/engine/node.ts'
import { builtInPrices } from '#server/base/prices.ts'
import { makeSandbox } from '#server/engine/sandbox/sandbox.ts'
import { makeLog } from '#server/base/log.ts'
import { closeAll, outgoing, serve } from '#test/support/local-server.ts'
import { modelServer, type ModelResponse } from '#test/support/model-server.ts'
import { withoutSecrets } from '#server/engine/text/masked-value.ts'
import { makeModelEndpoint } from '#server/engine/make-engine-tools.ts'

const log = makeLog('silent', false)
let ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
  await closeAll()
})

const readyTool = (key: string, category: string, config: JsonRecord): DecryptedTool => ({
  id: `tool_${key}`,
  key,
  name: key,
  description: `The tool ${key}`,
  category,
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
  config,
})

interface Given {
  script: readonly ModelResponse[]
  config?: JsonRecord
  input?: Json
  tools?: DecryptedTool[]
  budget?: bigint
  signal?: AbortSignal
}

/** Runs an agent tool, like a trial of a tool. */
async function run({ script, config = {}, input = 'Hello', tools = [], budget = 1_000_000n, signal }: Given) {
  const { baseUrl, requests: asked, keys } = await modelServer(script)
  const model = makeModelEndpoint({ base: new URL(baseUrl), apiKey: 'the-key', name: null }, [], log)
  const sandbox = makeSandbox(log)
  ends.push(
    () => sandbox.close(),
    async () => model?.close(),
  )
  const prices = { ...builtInPrices, models: { small: { input: 1_000_000n, output: 10_000_000n, cached: 100_000n } } }
  const messenger = { send: async () => ({ ok: false as const, code: '', message: '', retryable: false }) }
  const shared: EngineTools = { log, outgoing: outgoing(), sandbox, messenger, prices, model }
  const told: Json[] = []
  const noted: string[][] = []
  const context: ToolContext = {
    tools: shared,
    key: 'run/agent#1',
    signal: signal ?? new AbortController().signal,
    budget,
    expressionValues: {},
    text: async (template) => withoutSecrets(template),
    fill: async (value) => withoutSecrets(value),
    mask: (value) => value,
    registerDerived: () => {},
    onRequest: (value) => void told.push(value),
    containsSecret: () => false,
    reportCosts: async (costs) => void noted.push(costs.map(({ kind }) => kind)),
    tool: async (key) => tools.find((tool) => tool.key === key) ?? null,
  }
  const own = { model: 'small', instructions: 'Be short.', tools: tools.map((tool) => tool.key), ...config }
  const done = await executeTool(readyTool('agent', 'agent', own), input, context)
  const micros = done.costs.reduce((sum, line) => sum + line.micros, 0n)
  return { done, asked, keys, told, noted, micros }
}

const adder = readyTool('add', 'code', { language: 'javascript', source: 'return { sum: input.a + 1 }' })

test('returns response, usage and cost, and records the request without the key', async () => {
  const { done, asked, keys, told, micros } = await run({
    script: [{ text: 'Hello you' }],
    config: { temperature: 0.5 },
  })
  expect(done).toMatchObject({
    ok: true,
    output: { text: 'Hello you', steps: 1, tool_calls: 0, usage: { input_tokens: 100, output_tokens: 20 } },
    costs: [{ kind: 'agent', label: 'small', quantity: 120, unit: 'token' }],
  })
  expect(micros).toBe(300n)
  expect(asked[0]).toMatchObject({
    model: 'small',
    temperature: 0.5,
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'Hello' },
    ],
  })
  expect(keys).toEqual(['Bearer the-key'])
  expect(JSON.stringify(told)).not.toContain('the-key')
})

test.each(['{"topic": "order", "steps": 99}', '```json\n{"topic": "order"}\n```'])(
  'fields of a JSON response become fields of the output: %s',
  async (text) => {
    const { done } = await run({ script: [{ text }] })
    expect(done).toMatchObject({ ok: true, output: { topic: 'order', text, steps: 1 } })
  },
)

test('cached tokens cost less; tokens that the endpoint does not report are estimated', async () => {
  const usage = { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 90 } }
  expect((await run({ script: [{ text: 'x', usage }] })).micros).toBe(10n + 9n + 200n)
  const { done, micros } = await run({ script: [{ text: 'x'.repeat(40), usage: null }] })
  expect(done).toMatchObject({ output: { usage: { output_tokens: 10 } } })
  expect(micros).toBeGreaterThan(100n)
})

test('tools are called with the arguments of the model, which gets their results', async () => {
  const port = await serve((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ asked: request.url }))
  })
  const api = readyTool('orders', 'api', { method: 'GET', url: `http://127.0.0.1:${port}/orders` })
  const { done, asked, noted } = await run({
    script: [{ call: 'add', input: { a: 41 } }, { call: 'orders', input: { no: '7&x' } }, { text: 'done' }],
    tools: [adder, api],
  })
  expect(done).toMatchObject({ ok: true, output: { text: 'done', steps: 3, tool_calls: 2 } })
  expect(asked[0]?.tools).toMatchObject([{ function: { name: 'add', parameters: { properties: { a: {} } } } }, {}])
  expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain('42')
  expect(JSON.stringify(asked[2]?.messages.at(-1))).toContain('/orders?no=7%26x')
  expect(done.costs.map((line) => line.kind).toSorted()).toEqual(['agent', 'api', 'code'])
  // The cost of code is recorded after it ran, that of an API call before it is sent.
  const [first, second] = [['agent'], ['agent', 'code']]
  const third = ['agent', 'code', 'api']
  expect(noted).toEqual([first, first, second, second, second, third, third, third])
})

test('unknown tools, invalid arguments and tool failures are reported to the model', async () => {
  const broken = readyTool('broken', 'code', { source: 'throw new Error("no")' })
  const { done, asked } = await run({
    script: [
      { call: 'delete_everything', input: {} },
      { call: 'add', input: '{"a": ' },
      { call: 'broken', input: {} },
      { text: 'I give up' },
    ],
    tools: [adder, broken],
  })
  expect(done).toMatchObject({ ok: true, output: { text: 'I give up', tool_calls: 3 } })
  expect(JSON.stringify(asked[1]?.messages.at(-1))).toContain('No tool has the key')
  expect(JSON.stringify(asked[2]?.messages.at(-1))).toContain('not a JSON object')
  expect(JSON.stringify(asked[3]?.messages.at(-1))).toContain('error')
})

test('a model that only calls tools fails at the step limit, and all steps are charged', async () => {
  const { done, asked, micros } = await run({
    script: [{ call: 'nothing', input: {} }],
    tools: [adder],
    config: { max_steps: 3 },
  })
  expect(done).toMatchObject({ ok: false, code: 'step_limit', retryable: false })
  expect(asked.map((each) => each.tool_choice)).toEqual(['auto', 'auto', 'none'])
  // The cost of the third call is estimated from the size of its request.
  expect(micros).toBeGreaterThan(700n)
})

test('refuses more tool calls in one response than the limit, and calls none of them', async () => {
  const { done, asked, micros } = await run({
    script: [{ call: 'add', input: { a: 1 }, times: 17 }],
    tools: [adder],
  })
  expect(done).toMatchObject({
    ok: false,
    code: 'step_limit',
    message: 'The model requested 17 tool calls in one response. The limit is 16.',
  })
  expect(asked).toHaveLength(1)
  expect(micros).toBeGreaterThan(0n)
})

test('an agent stops before a model call that could exceed the budget', async () => {
  const { done, asked } = await run({ script: [{ call: 'add', input: { a: 1 } }], tools: [adder], budget: 560n })
  expect(done).toMatchObject({ ok: false, code: 'budget' })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.max_tokens).toBeLessThan(60)
  const none = await run({ script: [{ text: 'x' }], budget: 10n })
  expect(none.done).toMatchObject({ ok: false, code: 'budget', costs: [] })
  expect(none.asked).toHaveLength(0)
})

test('output tokens are limited across all responses; a truncated response is a failure', async () => {
  const cut = await run({ script: [{ text: 'half of', finish: 'length' }], config: { max_tokens: 5 } })
  expect(cut.done).toMatchObject({ ok: false, code: 'token_limit' })
  expect(cut.asked[0]?.max_tokens).toBe(5)
  const more = await run({ script: [{ call: 'add', input: { a: 1 } }], tools: [adder], config: { max_tokens: 50 } })
  expect(more.asked.map((each) => each.max_tokens)).toEqual([50, 30, 10])
  expect(more.done).toMatchObject({ ok: false, code: 'token_limit' })
})

const flood = { config: { timeout_ms: 20_000 } }
test.each<[string, ModelResponse, string, boolean, { config?: JsonRecord }?]>([
  ['an HTML page', { raw: '<html>', type: 'text/html' }, 'model_nonsense', false],
  ['incomplete JSON', { raw: '{"choices": [' }, 'model_nonsense', false],
  ['JSON that is not a completion', { raw: '{"hello": 1}' }, 'model_nonsense', false],
  ['no choices', { raw: '{"choices": []}' }, 'model_nonsense', false],
  ['null', { raw: 'null' }, 'model_nonsense', false],
  ['an empty response', { text: '' }, 'no_answer', false],
  ['429', { raw: '{"error": {"message": "slow down sk-secret"}}', status: 429 }, 'model_busy', true],
  ['503', { raw: 'busy', status: 503 }, 'model_busy', true],
  ['401', { raw: '{"error": {"message": "bad key sk-secret"}}', status: 401 }, 'model_refused', false],
  ['404', { raw: '{}', status: 404 }, 'model_refused', false],
  ['a closed connection', { does: 'hangs up' }, 'model_unreachable', true],
  ['silence', { does: 'says nothing' }, 'model_timeout', true],
  ['a response that never ends', { does: 'never ends' }, 'model_timeout', true],
  ['an endless response', { does: 'floods' }, 'model_nonsense', false, flood],
])('%s fails with a specific code', async (_, next, code, retryable, more = { config: { timeout_ms: 300 } }) => {
  const { done } = await run({ script: [next], ...more })
  expect(done).toMatchObject({ ok: false, code, retryable })
  expect(JSON.stringify({ ...done, costs: [] })).not.toContain('sk-secret')
})

test('cancelling a run cancels the model call', async () => {
  const controller = new AbortController()
  const { done } = await run({
    script: [{ does: 'says nothing' }],
    signal: AbortSignal.any([controller.signal, AbortSignal.timeout(50)]),
  })
  expect(done).toMatchObject({ ok: false, code: 'cancelled' })
})

test('missing tools and agents as tools are refused before the model is called', async () => {
  const missing = await run({ script: [{ text: 'x' }], config: { tools: ['nowhere'] } })
  expect(missing.done).toMatchObject({ ok: false, code: 'missing_tool' })
  const nested = await run({ script: [{ text: 'x' }], tools: [readyTool('inner', 'agent', {})] })
  expect(nested.done).toMatchObject({ ok: false, code: 'missing_tool' })
  expect([...missing.asked, ...nested.asked]).toEqual([])
})

test('without a model the error names MODEL_NAME; “standard” is sent unchanged', async () => {
  const { done } = await run({ script: [{ text: 'x' }], config: { model: '' } })
  expect(done).toMatchObject({ ok: false, code: 'no_model', message: expect.stringContaining('MODEL_NAME') })
  const { asked } = await run({ script: [{ text: 'x' }], config: { model: 'standard' } })
  expect(asked).toMatchObject([{ model: 'standard' }])
})
