/** Known sandbox escapes and attacks: each ends with a defined result, and the next call works. */
import { afterAll, expect, test } from 'vitest'
import type { Json } from '#lib/json/json.ts'
import { makeLog } from '#server/base/log.ts'
import { type Escape, javascript } from '#test/support/sandbox-escapes-javascript.ts'
import { cel, jsonata, liquid } from '#test/support/sandbox-escapes.ts'
import { makeSandbox } from './sandbox.ts'

const log = makeLog('silent', true, () => undefined)
const sandbox = makeSandbox(log, 2)
afterAll(() => sandbox.close())

/** Maximum growth of the process in MB: two threads with 32 MB each for guest code, plus their own code. */
const maxGrowthMb = 400
const memoryNow = () => process.memoryUsage().rss / 1024 / 1024
const before = memoryNow()

const values: Json = {
  input: { a: 5, list: [1, 2, 3], text: 'x' },
  nodes: {},
  vars: {},
  now: '2026-11-01T08:00:00Z',
  run: {},
}
type Language = 'javascript' | 'jsonata' | 'cel' | 'liquid'
type Outcome = { value: Json } | { code: string; message: string }

/** Time limit in ms: short for code that does not terminate, generous for all other code. */
const limitOf = (escape: Escape) => (escape.code?.includes('timeout') ? 300 : 5000)

async function run(language: Language, source: string, timeoutMs: number): Promise<Outcome> {
  if (language === 'liquid') {
    const done = await sandbox.render({
      texts: [source],
      values,
      secrets: { other: 'k4n4ry' },
      whole: false,
      timeoutMs,
    })
    return done.ok ? { value: done.value.texts[0] ?? null } : done
  }
  const done = await sandbox.evaluate({ language, source, values, timeoutMs })
  return done.ok ? { value: done.value } : done
}

const simple: Record<Language, [string, Json]> = {
  javascript: ['return input.a + 1', 6],
  jsonata: ['input.a + 1', 6],
  cel: ['input.a + 1', 6],
  liquid: ['{{ input.a | plus: 1 }}', '6'],
}

const all = Object.entries({ javascript, jsonata, cel, liquid }).flatMap(([language, escapes]) =>
  escapes.map((escape) => ({ language, escape, name: `${language}: ${escape.name}` })),
)
const isLanguage = (text: string): text is Language => text in simple

test.each(all)('$name', async ({ language, escape }) => {
  if (!isLanguage(language)) throw new Error(language)
  const outcome = await run(language, escape.source, limitOf(escape))
  if ('value' in outcome) {
    expect(escape, JSON.stringify(outcome.value).slice(0, 200)).toHaveProperty('expected')
    if (escape.expected !== 'any') expect(outcome.value).toEqual(escape.expected)
  } else {
    expect(escape.code ?? [], `${outcome.code}: ${outcome.message}`).toContain(outcome.code)
    expect(outcome.message.length).toBeLessThan(700)
    expect(outcome.message).not.toMatch(/node_modules|file:|k4n4ry/)
  }
  const [source, expected] = escape.after ? [escape.after.source, escape.after.expected] : simple[language]
  expect(await run(language, source, 5000)).toMatchObject({ value: expected })
})

test('more than sixty attacks together do not grow the process beyond the limit', () => {
  expect(all.length).toBeGreaterThan(60)
  expect(memoryNow() - before).toBeLessThan(maxGrowthMb)
})
