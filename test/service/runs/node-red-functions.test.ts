/** Functions of Node-RED that the reader converts, as steps. Real files in FLOW_CORPUS, else beside this folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFlowFile } from '#flow/file/read.ts'
import { type Json, type JsonRecord, recordOf, textOf } from '#lib/json/json.ts'
import { makeLog } from '#server/base/log.ts'
import { makeSandbox } from '#server/engine/sandbox/sandbox.ts'

const sandbox = makeSandbox(
  makeLog('silent', true, () => undefined),
  2,
)
afterAll(() => sandbox.close())

/** The config of the code step that a function becomes; null if it is not converted. */
function convertedConfig(func: string): JsonRecord | null {
  const file = [{ id: 'a', type: 'function', z: 'tab', name: 'one', func, outputs: 1, wires: [[]], x: 0, y: 0 }]
  const read = readFlowFile({ name: 'one.json', bytes: new TextEncoder().encode(JSON.stringify(file)) })
  const node = read.ok ? read.flows[0]?.nodes[0] : undefined
  return node?.type === 'code' ? node.config : null
}

/** The output of the step for an input. */
const run = (config: JsonRecord | null, input: Json) =>
  sandbox.evaluate({
    language: 'javascript',
    source: textOf(config?.['source']),
    values: { input, now: '2026-11-01T08:30:00Z', nodes: {}, vars: {} },
    timeoutMs: 5000,
  })

test('the message is the input, or has it as its payload', async () => {
  const double = convertedConfig('msg.payload = msg.payload * 2; return msg')
  expect(await run(double, { payload: 4, topic: 'a' })).toMatchObject({ ok: true, value: { payload: 8, topic: 'a' } })
  expect(await run(double, 4)).toMatchObject({ ok: true, value: { payload: 8 } })
  const total = convertedConfig('const now = msg.payload.lines\nlet input = now.length\nreturn { payload: input }')
  expect(await run(total, { lines: [1, 2] })).toMatchObject({ ok: true, value: { payload: 2 } })
  const count = convertedConfig('return { payload: msg.payload.length, first: msg[0] }')
  expect(await run(count, ['a', 'b'])).toMatchObject({ ok: true, value: { payload: 2 } })
  expect(await run(convertedConfig('return msg'), null)).toMatchObject({ ok: true, value: { payload: null } })
})

const corpus = join(process.env['FLOW_CORPUS'] ?? '../shared/templates', 'node-red')

/** A message with what the functions of the files read. */
const message = {
  _socketId: 's1',
  state: 'high level reached',
  payload: {
    a: 1,
    viewer: { home: { consumption: { nodes: [{ from: '2026-11-01T01:00:00Z', consumption: 2 }] } } },
  },
}

test.runIf(existsSync(corpus))('every converted function of real files runs, others keep their type', async () => {
  const functions = readdirSync(corpus).flatMap((name) => {
    const read = readFlowFile({ name, bytes: readFileSync(join(corpus, name)) })
    const nodes = read.ok ? read.flows.flatMap((flow) => flow.nodes) : []
    return nodes.filter(({ config }) => recordOf(config['original'])['type'] === 'function')
  })
  const converted = functions.filter(({ type }) => type === 'code')
  expect(functions.filter(({ type }) => type === 'function')).toHaveLength(functions.length - converted.length)
  expect([converted.length, functions.length]).toEqual([23, 46])
  const failed: string[] = []
  for (const { name, config } of converted) {
    const done = await run(config, message)
    if (!done.ok || Object.keys(recordOf(done.value)).length === 0) failed.push(`${name}: ${JSON.stringify(done)}`)
  }
  expect(failed).toEqual([])
})
