/** transform, condition and code as steps, and the validity of all sources of the sample. */
import { afterAll, expect, test } from 'vitest'
import { Node } from '#contract/flow.ts'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { makeLog } from '#server/base/log.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import type { NodeRunner, DecryptedTool, StepContext } from '#server/engine/node.ts'
import { builtInPrices } from '#server/base/prices.ts'
import { makeSandbox } from '#server/engine/sandbox/sandbox.ts'
import { designs } from '#server/sample/flows/designs.ts'
import { documentOf } from '#server/sample/flows/sample-document.ts'
import { sampleTools } from '#server/sample/tools.ts'
import { planIndexes, variantOf, variantPlan } from '#server/sample/flows/flow-variants.ts'
import { code, codeCost } from '#server/engine/nodes/code.ts'
import { condition } from '#server/engine/nodes/condition.ts'
import { checkSources, configProblems } from '#server/engine/nodes/source.ts'
import { transform } from '#server/engine/nodes/transform.ts'

const log = makeLog('silent', true, () => undefined)
const sandbox = makeSandbox(log, 2)
afterAll(() => sandbox.close())

/** The parts of a step's context that these three node types use. */
function contextOf(node: Node, input: Json, tool: DecryptedTool | null = null): StepContext {
  const parts: Pick<StepContext, 'node' | 'input' | 'values' | 'signal' | 'tool'> & {
    tools: Pick<EngineTools, 'sandbox' | 'prices'>
  } = {
    node,
    input,
    values: {
      input: { from: 'the trigger', total: 12 },
      nodes: { find: { visits: 1, output: { state: 'done' } } },
      vars: { limit: 10 },
      now: '2026-11-01T08:30:00Z',
      run: { id: 'run_1', flow: 'flw_1', trigger: 'manual', is_test: false },
      conversation: { id: 'cnv_1', number: 7, channel: 'chn_1', contact: { fields: { tier: 'gold' } } },
    },
    signal: new AbortController().signal,
    tool: async (key) => (tool?.key === key ? tool : null),
    tools: { sandbox, prices: builtInPrices },
  }
  return Object.assign(Object.create(null), parts)
}

const nodeOf = (type: string, config: JsonRecord, tool: string | null = null): Node =>
  Node.parse({
    id: 'n',
    type,
    name: 'A node',
    position: null,
    size: null,
    parent: null,
    tool,
    config,
    disabled: false,
    notes: '',
  })
const toolOf = (category: string, config: JsonRecord): DecryptedTool => ({
  id: 'tool_1',
  key: 'mine',
  name: 'Mine',
  description: '',
  category,
  inputSchema: null,
  config,
})
const run = (runner: NodeRunner, config: JsonRecord, input: Json, tool: DecryptedTool | null = null) =>
  runner.run(contextOf(nodeOf(runner.type, config, tool ? tool.key : null), input, tool))

test('transform can refer to the trigger, other nodes, and the previous output', async () => {
  const expression =
    '{"a": input.total, "b": nodes.find.output.state, "c": $sum(lines.price), "d": previous.lines[0].price}'
  const outcome = await run(transform, { expression }, { lines: [{ price: 1 }, { price: 2 }] })
  expect(outcome).toEqual({ is: 'done', handles: ['out'], output: { a: 12, b: 'done', c: 3, d: 1 } })
  expect(await run(transform, { expression: '$number("x")' }, null)).toMatchObject({
    is: 'failed',
    code: 'error',
    retryable: false,
  })
})

test('condition takes the first true case, otherwise "else", and fails for a value that is not boolean', async () => {
  const cases = [
    { id: 'dear', label: 'dear', expression: 'input.total > vars.limit * 2' },
    { id: 'gold', label: 'gold', expression: 'contact.fields.tier == "gold" && previous.ok' },
  ]
  expect(await run(condition, { cases }, { ok: true })).toEqual({ is: 'done', handles: ['gold'], output: { ok: true } })
  expect(await run(condition, { cases }, { ok: false })).toMatchObject({ handles: ['else'] })
  const wrong = [{ id: 'a', label: 'a', expression: 'input.total' }]
  expect(await run(condition, { cases: wrong }, null)).toMatchObject({
    is: 'failed',
    code: 'not_boolean',
    message: expect.stringContaining('“a”'),
  })
})

test('code gets the previous output as input, and is charged by time', async () => {
  const source = 'return { before: input, first: trigger.from, limit: vars.limit }'
  const outcome = await run(code, { source }, [1, 2])
  expect(outcome).toMatchObject({
    is: 'done',
    handles: ['out'],
    output: { before: [1, 2], first: 'the trigger', limit: 10 },
    costs: [{ kind: 'code', unit: 'ms' }],
  })
  const late = await run(code, { source: 'for (;;);', timeout_ms: 100 }, null)
  expect(late).toMatchObject({ is: 'failed', code: 'timeout', retryable: false, costs: [{ kind: 'code' }] })
})

test('converts the time of code to micros', () => {
  const micros = (ms: number) => codeCost(builtInPrices, ms).map((line) => line.micros)
  expect([micros(0), micros(0.2), micros(999.5), micros(2500)]).toEqual([[], [1n], [1000n], [2500n]])
  expect(codeCost({ ...builtInPrices, codeSecond: 0n }, 10)).toMatchObject([{ micros: 0n, quantity: 10 }])
})

test('uses the config of a tool, overridden by that of the node', async () => {
  const upper = toolOf('transform', { language: 'jsonata', expression: '$uppercase(name)' })
  expect(await run(transform, {}, { name: 'ada' }, upper)).toMatchObject({ output: 'ADA' })
  expect(await run(transform, { expression: '$length(name)' }, { name: 'ada' }, upper)).toMatchObject({ output: 3 })
  const large = toolOf('condition', { language: 'cel', expression: 'previous.total > 5' })
  expect(await run(condition, {}, { total: 6 }, large)).toMatchObject({ handles: ['yes'] })
  expect(await run(condition, {}, { total: 4 }, large)).toMatchObject({ handles: ['else'] })
  expect(await run(code, {}, null, upper)).toMatchObject({ is: 'failed', code: 'wrong_tool' })
  const missing = contextOf(nodeOf('code', {}, 'gone'), null)
  expect(await code.run(missing)).toMatchObject({ is: 'failed', code: 'missing_tool' })
})

test('reports missing parts of a node before it runs', async () => {
  const lacks = (type: string, config: JsonRecord, tool: string | null = null) =>
    configProblems(nodeOf(type, config, tool))
  expect(lacks('code', {})).toEqual(['The source is missing.'])
  expect(lacks('code', {}, 'mine')).toEqual([])
  expect(lacks('code', { language: 'python', source: 'x' })).toEqual([
    'The language “python” is not supported. Use javascript.',
  ])
  expect(lacks('condition', { cases: [{ id: 'a', expression: ' ' }] })).toEqual(['Each case needs an expression.'])
  expect(lacks('condition', { cases: [{ id: 'else', expression: 'true' }] })).toHaveLength(1)
  const nodes = [
    nodeOf('code', { source: 'return (' }),
    nodeOf('condition', {
      cases: [
        { id: 'a', expression: 'input.x > 1' },
        { id: 'b', expression: 'size(input)' },
      ],
    }),
    { ...nodeOf('transform', { expression: '(' }), disabled: true },
    nodeOf('transform', { expression: '$sum(x' }),
  ]
  const problems = await checkSources(sandbox, nodes)
  expect(problems.map((problem) => problem.message)).toEqual([
    expect.stringContaining('A node: '),
    expect.stringContaining('a condition needs true or false'),
    expect.stringMatching(/column \d+/),
  ])
})

test('the sample contains only valid sources', async () => {
  const variants = planIndexes.map((index) => documentOf({ ...variantOf(0), plan: variantPlan(index) }))
  const nodes = [...designs.map((design) => documentOf(design)), ...variants].flatMap((document) => document.nodes)
  expect(await checkSources(sandbox, nodes)).toEqual([])
  const tools = sampleTools.filter((tool) => ['transform', 'condition', 'code'].includes(tool.category))
  expect(
    await checkSources(
      sandbox,
      tools.map((tool) => nodeOf(tool.category, tool.config)),
    ),
  ).toEqual([])
})
