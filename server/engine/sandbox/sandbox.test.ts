/** The sandbox as used by nodes: results, scheduling, cancellation and limits. */
import { afterAll, expect, test } from 'vitest'
import type { Json, JsonRecord } from '#lib/json/json.ts'
import { makeLog } from '#server/base/log.ts'
import { makeSandbox } from './sandbox.ts'

const log = makeLog('silent', true, () => undefined)
const sandbox = makeSandbox(log, 2)
afterAll(() => sandbox.close())

/** A Sunday, 9:30 in Berlin. */
const now = '2026-11-01T08:30:00.000Z'
const values: JsonRecord = {
  input: { count: 3, price: 2.5, day: '2026-10-30', list: [1, 2, 3], text: 'x' },
  previous: null,
  nodes: { find: { output: { state: 'done' } } },
  vars: {},
  run: { id: 'run_1' },
  now,
}
const cel = (source: string, more: JsonRecord = {}) =>
  sandbox.evaluate({ language: 'cel', source, values: { ...values, ...more }, timeoutMs: 5000 })
const loop = (timeoutMs: number, signal?: AbortSignal) =>
  sandbox.evaluate({ language: 'javascript', source: 'for (;;);', values, timeoutMs, signal })

test.each<[string, Json]>([
  ['input.count * 2 == 6', true],
  ['input.price * 2 + 1', 6],
  ['input.count / 2 + 7 % 4', 4.5],
  ['input.list[0] + size(input.list)', 4],
  ['input.day < now && now > date("2026-10-30") && days_between(input.day, now) > 2', true],
  ['nodes.find.output.state in ["done", "gone"] && has(input.text) && !has(input.nothing)', true],
  ['input.list.exists(x, x > 2) ? input.list.filter(x, x > 1) : []', [2, 3]],
  ['{"a": input.list.map(x, x * 2), "at": now}', { a: [2, 4, 6], at: now }],
  ['now.getDayOfWeek() == 0 && now.getHours() == 8 && now.getHours("Europe/Berlin") == 9', true],
])('CEL: %s', async (source, value) => {
  expect(await cel(source)).toMatchObject({ ok: true, value })
})

test.each([
  ['Sunday morning in Berlin', { days: [0], from: '09:00', until: '10:00', zone: 'Europe/Berlin' }, now, true],
  ['Sunday 3:30 in New York', { days: [0], from: '09:00', until: '10:00', zone: 'America/New_York' }, now, false],
  ['an unlisted day', { days: [1, 2, 3, 4, 5], from: '09:00', until: '10:00', zone: 'Europe/Berlin' }, now, false],
  ['the end is exclusive', { from: '08:00', until: '09:30', zone: 'Europe/Berlin' }, now, false],
  ['Sunday as day 7', { days: [7], from: '08:00', until: '09:00', zone: 'UTC' }, now, true],
  ['past midnight, listed', { days: [6], from: '22:00', until: '06:00', zone: 'UTC' }, '2026-11-01T05:59:00Z', true],
  ['past midnight, not listed', { days: [0], from: '22:00', until: '06:00' }, '2026-11-01T05:59:00Z', false],
  ['outside of the hours', { from: '10:00', until: '11:00', zone: 'Europe/Berlin' }, '2026-10-25T00:30:00Z', false],
  ['last hour of summer time', { from: '02:00', until: '03:00', zone: 'Europe/Berlin' }, '2026-10-25T00:30:00Z', true],
  ['first hour of winter time', { from: '02:00', until: '03:00', zone: 'Europe/Berlin' }, '2026-10-25T01:30:00Z', true],
])('within_hours: %s', async (_, hours, at, value) => {
  expect(await cel('within_hours(now, vars.hours)', { vars: { hours }, now: at })).toMatchObject({ ok: true, value })
})

test('error messages include the remedy', async () => {
  expect(await cel('input.nothing > 1')).toMatchObject({
    code: 'error',
    message: expect.stringContaining('Check has(…)'),
  })
  const hours = { from: '8', until: '9', zone: 'UTC' }
  expect(await cel('within_hours(now, vars.hours)', { vars: { hours } })).toMatchObject({
    message: expect.stringContaining('"08:00"'),
  })
})

test('decide returns the index of the first true condition, or of the condition that failed', async () => {
  const decide = (...expressions: string[]) => sandbox.decide({ expressions, values, timeoutMs: 5000 })
  expect(await decide('input.count > 5', 'input.count > 2', 'input.nothing')).toMatchObject({ ok: true, value: 1 })
  expect(await decide('input.count > 5')).toMatchObject({ ok: true, value: null })
  expect(await decide('false', 'input.count')).toMatchObject({ ok: false, code: 'not_boolean', index: 1 })
  expect(await decide('false', 'true ||', 'true')).toMatchObject({ ok: false, code: 'syntax', index: 1 })
})

test('code gets its values, may await promises, and gets different random numbers in each call', async () => {
  const run = (source: string) => sandbox.evaluate({ language: 'javascript', source, values, timeoutMs: 5000 })
  expect(await run('return await Promise.all([input.count, nodes.find.output.state])')).toMatchObject({
    value: [3, 'done'],
  })
  expect(await run('const { a } = {}')).toMatchObject({ ok: true, value: null })
  expect(await run('\nreturn input.a.b')).toMatchObject({ code: 'error', line: 2 })
  const [one, two] = [await run('return Math.random()'), await run('return Math.random()')]
  expect(one.ok && two.ok && one.value !== two.value).toBe(true)
})

test('long calls leave a thread to short ones', async () => {
  const end = new AbortController()
  const long = [1, 2, 3].map(() => loop(60_000, end.signal))
  for (let index = 0; index < 3; index += 1) expect(await cel('true')).toMatchObject({ ok: true })
  end.abort()
  for (const done of await Promise.all(long)) expect(done).toMatchObject({ code: 'cancelled' })
})

test('an abort signal cancels running and waiting calls', async () => {
  const running = new AbortController()
  const waiting = new AbortController()
  const first = loop(60_000, running.signal)
  const second = loop(60_000, waiting.signal)
  waiting.abort()
  expect(await second).toMatchObject({ ok: false, code: 'cancelled' })
  await cel('true')
  running.abort()
  expect(await first).toMatchObject({ ok: false, code: 'cancelled' })
  expect(await loop(60_000, AbortSignal.abort())).toMatchObject({ ok: false, code: 'cancelled' })
})

test('a call that is refused at once no longer counts as waiting for a thread', async () => {
  let waiting = 0
  const step = sandbox.forStep({ account: 'acc_1', flow: null, onWaitChange: (change) => (waiting += change) })
  const call = { language: 'cel' as const, source: 'true', values, timeoutMs: 5000 }
  expect(await step.evaluate({ ...call, signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' })
  expect(waiting).toBe(0)
  expect(await step.evaluate(call)).toMatchObject({ ok: true })
  expect(waiting).toBe(0)
})

test('too large values and calls beyond the queue limit are refused; closing cancels all calls', async () => {
  const large = await cel('input.text == ""', { input: { text: 'x'.repeat(5_000_000) } })
  expect(large).toMatchObject({ ok: false, code: 'too_large' })
  const own = makeSandbox(log, 2)
  const calls = Array.from({ length: 1100 }, () =>
    own.evaluate({ language: 'javascript', source: 'for (;;);', values, timeoutMs: 60_000 }),
  )
  const refused = await Promise.race(calls)
  expect(refused).toMatchObject({ ok: false, code: 'busy' })
  await own.close()
  const codes = new Set((await Promise.all(calls)).map((each) => (each.ok ? 'ok' : each.code)))
  expect(codes).toEqual(new Set(['busy', 'cancelled']))
  expect(await own.evaluate({ language: 'cel', source: 'true', values, timeoutMs: 1000 })).toMatchObject({
    code: 'cancelled',
  })
})

test.each([
  '{ code: "syntax", line: "abc" }',
  '{ code: "syntax", line: 1e308, column: -5, message: {} }',
  '{ code: "syntax", line: {}, column: [] , message: Symbol() }',
  '{ code: "busy" }',
  'Object.assign(new Error("x"), { code: "memory", index: "y", line: NaN })',
  'Object.assign(new Error("x"), { stack: "<input>:99999999999999999999:1e9" })',
  'Object.assign(new Error("x"), { name: "InternalError", message: "out of memory" })',
  'Object.assign(new Error("x"), { message: 5, name: null, stack: { toString: null } })',
  'Object.create(null)',
  'Object.create(null, { code: { get() { throw 1 } }, message: { get() { throw 2 } } })',
  '{ get code() { throw this } }',
  'new Proxy({}, { get() { throw new Proxy({}, {}) } })',
  'new Proxy(new Error("x"), { get() { return "syntax" }, ownKeys() { throw 1 } })',
  'null',
  'undefined',
  '0',
  '-0',
  '10n ** 40n',
  'true',
  'Symbol("x")',
  '() => {}',
  '"x".repeat(1e6)',
  'new Error("x".repeat(1e6))',
  '"\\0\\uD800"',
  '[]',
  'Promise.reject(1)',
  'new Date(NaN)',
  'class { static toString() { throw 1 } }',
])('code that throws %s fails with a valid error', async (thrown) => {
  for (const source of [
    `throw ${thrown}`,
    `await null; throw ${thrown}`,
    `Object.prototype.toJSON = () => "x"; String.prototype.slice = () => 7; JSON.stringify = () => "{"; throw ${thrown}`,
    `Object.prototype.line = "l"; Object.prototype.code = "syntax"; RegExp.prototype.exec = () => [1, {}, {}]; throw ${thrown}`,
  ]) {
    const got = await sandbox.evaluate({ language: 'javascript', source, values, timeoutMs: 5000 })
    if (got.ok) throw new Error(`${source} did not fail.`)
    expect(['error', 'memory'], source).toContain(got.code)
    expect(got.message, source).toMatch(/^[^\0]{1,600}$/su)
    for (const place of [got.line, got.column])
      expect(place === undefined || (Number.isInteger(place) && place > 0), source).toBe(true)
  }
})
