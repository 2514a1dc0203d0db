import { afterAll, expect, test } from 'vitest'
import { Fault } from '#server/base/fault.ts'
import { makeTaskProcess } from './task-process.ts'
import { performTask } from './tasks.ts'

const tasks = makeTaskProcess()
afterAll(() => tasks.close())

/** Spaces that make a body too large for this process. */
const blanks = ' '.repeat(300_000)
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))
const large = (value: unknown) => Buffer.concat([bytes(value), Buffer.from(blanks)])

const nodes = Array.from({ length: 300 }, (_, index) => ({
  id: `n${index}`,
  type: index === 0 ? 'trigger' : 'api',
  tool: `tool_${index % 7}`,
  config: { kind: 'message', channel: 'support', headers: { Authorization: `Bearer kan4ry-Zx81qP07LmWv-${index}` } },
}))
const edges = nodes.slice(1).map((node, index) => ({ id: `e${index}`, source: `n${index}`, target: node.id }))
const template = { format: 'flow-template', format_version: '1.0', flow: { name: 'Large', nodes, edges } }

test('the process returns the same results as this process', async () => {
  for (const body of [
    { template },
    { template, name: '  Other ' },
    { template: JSON.stringify(template) },
    { template: { no: 'flow' } },
    { template: '{"a":' },
  ]) {
    const outcome = await tasks.importFlow('a', large(body))
    expect(outcome).toEqual(performTask({ kind: 'import', bytes: bytes(body) }))
    if (!('flow' in outcome)) continue
    const { name, description, bytes: document, lint } = outcome.flow
    const text = Buffer.from(document).toString()
    expect(lint).toEqual(performTask({ kind: 'lint', text }))
    const task = {
      flow: { name, description, text },
      exportedAt: '2026-11-01T08:00:00.000Z',
      generator: { name: 'g', version: '1' },
    }
    expect(await tasks.exportFlow('a', task)).toBe(performTask({ kind: 'export', ...task }))
  }
  expect(await tasks.json('a', large({ a: [1] }))).toEqual({ a: [1] })
})

test('errors in a large body are reported like those in a small one', async () => {
  const cases: [Buffer, object][] = [
    [Buffer.from(`{"template": ${blanks}`), { code: 'malformed_json', message: expect.stringContaining('Line 1') }],
    [Buffer.concat([Buffer.from([0xff]), Buffer.from(blanks)]), { code: 'malformed_json' }],
    [large({ name: 'x' }), { code: 'invalid', errors: { template: expect.any(Array) } }],
    [large({ template, colour: 1 }), { code: 'invalid', errors: { colour: expect.any(Array) } }],
  ]
  for (const [body, fault] of cases) await expect(tasks.importFlow('a', body)).rejects.toMatchObject(fault)
})

test('a file that exceeds the memory limit fails only its own task', async () => {
  // MB: not enough for a million objects.
  const own = makeTaskProcess({ memory: 100 })
  const list = `[{}${',{}'.repeat(180_000)}]`
  const poison = Buffer.from(`{"template":{"nodes":[${Array.from({ length: 8 }, () => list).join()}],"edges":[]}}`)
  const [before, dead, after] = await Promise.allSettled([
    own.json('a', large([1])),
    own.importFlow('a', poison),
    own.json('a', large([2])),
  ])
  expect(before).toMatchObject({ status: 'fulfilled', value: [1] })
  expect(dead).toMatchObject({ status: 'rejected', reason: { code: 'too_large' } })
  expect(after).toMatchObject({ status: 'fulfilled', value: [2] })
  await own.close()
})

test(
  'a task that exceeds the time limit is ended, and tasks of other accounts do not wait for it',
  { tags: 'all' },
  async () => {
    const own = makeTaskProcess({ taskMs: 2500 })
    try {
      // About ten seconds of work.
      const some = (count: number, item: string) => `[${Array.from({ length: count }, () => item).join()}]`
      const node = `{"config":{"a":"token = 'x1y2z3' {{ secrets.a }} https://a:b@c.example/?key=zzzzz"}}`
      const edge = '{"source":"node-1","target":"node-2"}'
      const slow = Buffer.from(`{"template":{"nodes":${some(99_000, node)},"edges":${some(199_000, edge)}}}`)
      const order: string[] = []
      const ended = (name: string) => () => void order.push(name)
      const late = [1, 2].map((number) => own.importFlow('a', slow).finally(ended(`a${number}`)))
      const other = await own.json('b', large([1])).finally(ended('b'))
      expect(other).toEqual([1])
      for (const one of await Promise.allSettled(late))
        expect(one).toMatchObject({ status: 'rejected', reason: { code: 'too_large' } })
      expect(order).toEqual(['b', 'a1', 'a2'])
    } finally {
      await own.close()
    }
  },
)

test('tasks beyond the limit of waiting tasks per account are refused', async () => {
  const own = makeTaskProcess()
  const all = Array.from({ length: 30 }, () => own.json('a', large([1])))
  const done = Promise.allSettled(all)
  await own.close()
  const refused = (await done).filter((one) => one.status === 'rejected' && one.reason instanceof Fault)
  expect(refused).toHaveLength(9)
})
