/** Odd values that no schema of the OpenAPI document covers: results and errors of code, and signed provider events. */
import { sized } from '#bench/harness.ts'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { sender } from './accounts.ts'
import { sampleEvenly } from './random.ts'
import { unusualValues, pathsIn, replacedAt } from './schema-values.ts'
import type { Tally } from './suite.ts'
import { describeCase, type SuiteContext } from './suite-context.ts'

/** User code with odd results. */
const sources = [
  'throw {code: "syntax", line: "abc"}',
  'throw {code: "syntax", line: -1, column: 1e300, message: null}',
  'throw {code: {}, line: {}, column: [], message: {}}',
  'throw null',
  'throw undefined',
  'throw Symbol("x")',
  'throw () => 1',
  'throw new Proxy({}, {get() { throw 1 }})',
  'throw Object.assign(new Error("a\\u0000b\\ud800"), {name: 7, stack: {}})',
  'throw new Error("x".repeat(5e6))',
  'const a = {}; a.a = a; return a',
  'return 10n',
  'return undefined',
  'return NaN',
  'return -0',
  'return Infinity',
  'return new Date(NaN)',
  'return new Map([[1, 2]])',
  'return Symbol.iterator',
  'return {toJSON() { throw 1 }}',
  'return {get a() { throw 1 }}',
  'return "\\u0000\\ud800"',
  'return {"a\\u0000b": 1, "\\ud800": 2}',
  'return JSON.parse(\'{"__proto__": 1}\')',
  'return "x".repeat(2e7)',
  'return Array(1e6).fill(0)',
  'return Array(1e5).fill({a: 1})',
  'let a = 1; for (let i = 0; i < 500; i++) a = [a]; return a',
  'const f = () => f(); f()',
  'for (;;);',
  'const a = []; for (;;) a.push(new Array(1e6).fill(1))',
  'return await new Promise(() => {})',
  'return new Promise((done, fail) => fail(null))',
  'return globalThis.constructor.constructor("return process")()',
  'return /(a+)+$/.test("a".repeat(40) + "b")',
]

const Id = z.looseObject({ id: z.string() })

/** Runs each source as a trial of a code tool: it must never cause an internal error. */
export async function tryCode(context: SuiteContext, tally: Tally): Promise<void> {
  const { service, agent, one, isQuick } = context
  const send = sender(agent, service.process.url)
  for (const source of isQuick ? sources.slice(0, sized(6, 2)) : sources) {
    const body = { name: 'Odd code', category: 'code', config: { language: 'javascript', source, timeout_ms: 500 } }
    const { id } = Id.parse((await send(one.owner, 'POST', '/tool/', { body })).body)
    const options = { as: one.owner, body: { input: {} } }
    const got = await context.call('POST', `/tool/${id}/try/`, options)
    tally.check(
      got.status === 200 || got.status === 429,
      `tool.attempt returns ${got.status} for odd code`,
      () => `${source}: ${describeCase('POST', `/tool/${id}/try/`, options, got)}`,
    )
  }
}

const slackEvent = {
  type: 'event_callback',
  event_id: 'Ev1',
  event: {
    type: 'message',
    channel: 'C1',
    channel_type: 'im',
    user: 'U1',
    text: 'hello',
    ts: '1763800000.000100',
    thread_ts: '1763800000.000100',
  },
}
const telegramUpdate = {
  update_id: 1,
  message: {
    message_id: 1,
    date: 1_763_800_000,
    chat: { id: 77, type: 'private', title: 'x' },
    from: { id: 5, is_bot: false, first_name: 'Ann', last_name: 'Lee', username: 'ann' },
    text: 'hello',
  },
}

const odder: readonly (readonly [string, unknown])[] = [
  ['500 kB', 'u'.repeat(500_000)],
  ['before 1970', '-5.0'],
  ['before the year 0', '-99999999999.0'],
  ['1e30', '1e30'],
  ['not a number', 'abc'],
  ['Infinity', 'Infinity'],
  ['a number before 1970', -5],
  ['a number far in the future', 1e17],
  ...unusualValues,
]

const Created = z.looseObject({ address: z.string() })

/** Sends odd values in each field of Slack and Telegram events, signed like those of the provider. */
export async function tryProviders(context: SuiteContext, tally: Tally): Promise<void> {
  const { service, agent, one, isQuick, url } = context
  const send = sender(agent, service.process.url)
  const secret = 'a secret that signs events'
  // Nothing listens at this address: outgoing requests fail, incoming ones are accepted.
  const apiBase = 'http://127.0.0.2:9'
  const add = async (type: string, credentials: object) => {
    const body = { type, name: `Odd ${type}`, config: { api_base: apiBase }, credentials }
    const { address } = Created.parse((await send(one.owner, 'POST', '/channel/', { body })).body)
    return new URL(address, url).pathname.replace(/^\/api/, '')
  }
  const slack = await add('slack', { bot_token: 'xoxb-none', signing_secret: secret })
  const telegram = await add('telegram', { bot_token: '1234567890:none' })
  const senders: [string, string, unknown, (text: string) => Record<string, string>][] = [
    [
      'Slack',
      slack,
      slackEvent,
      (text) => {
        const time = String(Math.floor(Date.now() / 1000))
        const signature = createHmac('sha256', secret).update(`v0:${time}:${text}`).digest('hex')
        return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` }
      },
    ],
    ['Telegram', telegram, telegramUpdate, () => ({})],
  ]
  for (const [name, path, good, sign] of senders) {
    const cases = pathsIn(good).flatMap((place) =>
      odder.map(([what, value]) => [`${place.join('.')}: ${what}`, replacedAt(good, place, value)] as const),
    )
    for (const [what, body] of sampleEvenly(cases, isQuick ? sized(20, 3) : 400)) {
      const raw = JSON.stringify(body)
      const options = { raw, headers: sign(raw) }
      const got = await context.call('POST', path, options)
      tally.check(
        got.status > 0 && got.status < 500,
        `a signed event of ${name} returns ${got.status}`,
        () => `${what}: ${describeCase('POST', path, options, got)}`,
      )
    }
  }
}
