import { afterAll, expect, test } from 'vitest'
import { makeTaskProcess } from './task-process.ts'
import { perform } from './tasks.ts'

/** MB: enough for ordinary files, too little for a million objects. */
const tasks = makeTaskProcess(100)
afterAll(() => tasks.close())

/** Blanks that make a body too large to be read at once. */
const blanks = ' '.repeat(300_000)
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const large = (value: unknown) => Buffer.concat([bytes(value), Buffer.from(blanks)])

const nodes = Array.from({ length: 3000 }, (_, index) => ({
  id: `n${index}`,
  type: index === 0 ? 'trigger' : 'api',
  tool: `tool_${index % 7}`,
  config: { kind: 'message', channel: 'support', headers: { Authorization: `Bearer kan4ry-Zx81qP07LmWv-${index}` } },
}))
const edges = nodes.slice(1).map((node, index) => ({ id: `e${index}`, source: `n${index}`, target: node.id }))
const template = { format: 'flow-template', format_version: '1.0', flow: { name: 'Large', nodes, edges } }

test('the process says what is said without it', async () => {
  for (const body of [
    { template },
    { template, name: '  Other ' },
    { template: JSON.stringify(template) },
    { template: { no: 'flow' } },
    { template: '{"a":' },
  ]) {
    const outcome = await tasks.importFlow(large(body))
    expect(outcome).toEqual(perform({ kind: 'import', bytes: bytes(body) }))
    if (!('flow' in outcome)) continue
    const { name, description, text, lint } = outcome.flow
    expect(lint).toEqual(perform({ kind: 'lint', text }))
    const task = {
      flow: { name, description, text },
      exportedAt: '2026-11-01T08:00:00.000Z',
      generator: { name: 'g', version: '1' },
    }
    expect(await tasks.exportFlow(task)).toBe(perform({ kind: 'export', ...task }))
  }
  expect(await tasks.json(large({ a: [1] }))).toEqual({ a: [1] })
})

test('what is wrong with a large body is told like that of a small one', async () => {
  const cases: [Buffer, object][] = [
    [Buffer.from(`{"template": ${blanks}`), { code: 'malformed_json', message: expect.stringContaining('Line 1') }],
    [Buffer.concat([Buffer.from([0xff]), Buffer.from(blanks)]), { code: 'malformed_json' }],
    [large({ name: 'x' }), { code: 'invalid', errors: { template: expect.any(Array) } }],
    [large({ template, colour: 1 }), { code: 'invalid', errors: { colour: expect.any(Array) } }],
  ]
  for (const [body, fault] of cases) await expect(tasks.importFlow(body)).rejects.toMatchObject(fault)
})

test('a file that takes too much memory ends its own task and no other', async () => {
  const poison = Buffer.from(`{"template":{"nodes":[{}${',{}'.repeat(1_500_000)}],"edges":[]}}`)
  const [before, dead, after] = await Promise.allSettled([
    tasks.json(large([1])),
    tasks.importFlow(poison),
    tasks.json(large([2])),
  ])
  expect(before).toMatchObject({ status: 'fulfilled', value: [1] })
  expect(dead).toMatchObject({ status: 'rejected', reason: { code: 'too_large' } })
  expect(after).toMatchObject({ status: 'fulfilled', value: [2] })
})
