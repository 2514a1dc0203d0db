import { expect, test } from 'vitest'
import type { ProbeResponse, ProbeFailure } from '#api/request/probe-address.ts'
import { explainAnswer, answersSummary } from './answer-words.ts'

const list = { noun: 'flow', isList: true, isRequired: true }
const extra = { noun: null, isList: false, isRequired: false, effectIfMissing: 'The console does without.' }
const base = 'https://there.test/api'
const asked = { probe: list, base, pageOrigin: 'https://here.test', isSignedIn: false, now: 1_770_000_000_000 }
const answered = (facts: Partial<ProbeResponse>): ProbeResponse => ({
  is: 'answer',
  status: 200,
  contentType: 'application/json',
  challenge: '',
  redirectedTo: null,
  text: '[]',
  isTruncated: false,
  durationMs: 12,
  ...facts,
})
const silent = (why: ProbeFailure['reason']): ProbeFailure => ({ is: 'silent', reason: why, durationMs: 3 })
const json = (value: unknown) => answered({ text: JSON.stringify(value) })

test('a list in any known shape is accepted, and its rows are counted', () => {
  const row = { id: 1, name: 'A', status: 'active' }
  for (const body of [
    [row],
    { results: [row], count: 1 },
    { data: [row] },
    { data: { items: [row] } },
    { flows: [row] },
  ])
    expect(explainAnswer(json(body), asked)).toMatchObject({ tone: 'ok', short: '200', explanation: /1 row/ })
  expect(explainAnswer(json({ id: 1 }), asked)).toMatchObject({
    tone: 'bad',
    explanation: 'JSON, but not a list that the console can read.',
  })
})

test('an empty answer, HTML, invalid JSON, and an error with status 200 have different messages', () => {
  expect(explainAnswer(answered({ text: ' ' }), asked).explanation).toBe('An empty response.')
  for (const page of [answered({ contentType: 'text/html', text: 'x' }), answered({ text: ' <!DOCTYPE html>' })])
    expect(explainAnswer(page, asked)).toMatchObject({ tone: 'bad', remedy: /website/ })
  expect(explainAnswer(answered({ text: 'pong', contentType: 'text/plain' }), asked).explanation).toBe(
    'Not JSON (text/plain).',
  )
  expect(explainAnswer(json({ success: false, message: 'Down' }), asked)).toMatchObject({
    tone: 'bad',
    explanation: /Down/,
  })
  expect(explainAnswer(answered({ isTruncated: true }), asked)).toMatchObject({ tone: 'note', explanation: /8 MB/ })
})

test('the message about 401 names the required scheme, and depends on whether credentials were sent', () => {
  const refused = answered({ status: 401, challenge: 'Bearer realm="x"', text: '{"detail":"No."}' })
  expect(explainAnswer(refused, asked)).toMatchObject({
    tone: 'bad',
    explanation: /requires a sign-in.*“Bearer”.*The service explanation: “No\.”/,
  })
  expect(explainAnswer(refused, { ...asked, isSignedIn: true }).explanation).toMatch(/rejected the credentials/)
})

test('a missing optional endpoint is not an error', () => {
  for (const status of [404, 405, 410, 501])
    expect(explainAnswer(answered({ status }), { ...asked, probe: extra })).toMatchObject({
      tone: 'none',
      explanation: 'Not offered.',
    })
  const page = answered({ contentType: 'text/html', text: '<html>' })
  expect(explainAnswer(page, { ...asked, probe: extra })).toMatchObject({
    tone: 'none',
    remedy: 'The console does without.',
  })
  expect(explainAnswer(answered({ status: 404 }), asked)).toMatchObject({ tone: 'bad', remedy: /base URL/ })
})

test('a missing answer is explained by the policy of the page, CORS of the service, or a timeout', () => {
  expect(explainAnswer(silent('policy'), asked)).toMatchObject({
    tone: 'bad',
    remedy: /API_BASE_URL=https:\/\/there\.test\/api/,
  })
  expect(explainAnswer(silent('mixed'), asked).explanation).toMatch(/https/)
  expect(explainAnswer(silent('unreachable'), asked).explanation).toMatch(/CORS/)
  expect(explainAnswer(silent('unreachable'), { ...asked, pageOrigin: 'https://there.test' }).explanation).toMatch(
    /no service is listening/,
  )
  expect(explainAnswer(silent('timeout'), asked).explanation).toMatch(/60 s/)
  expect(explainAnswer(silent('stopped'), asked).tone).toBe('none')
})

test('every status has an explanation, and messages of a proxy are included', () => {
  for (let status = 300; status < 600; status += 1) {
    const { explanation, short } = explainAnswer(answered({ status, text: 'x' }), asked)
    expect(explanation).not.toBe('')
    expect(short).toBe(String(status))
  }
  const tls = { detail: 'api.test has an expired certificate.', code: 'upstream_untrusted' }
  expect(explainAnswer({ ...json(tls), status: 502 }, asked).explanation).toMatch(/has an expired certificate/)
})

test('a redirect is a note', () => {
  expect(explainAnswer({ ...json([]), redirectedTo: 'https://there.test/v2/flow' }, asked)).toMatchObject({
    tone: 'note',
    explanation: /redirected to https:\/\/there\.test\/v2\/flow/,
  })
})

test('a problem that all failed endpoints share is stated once', () => {
  const bad = { tone: 'bad', short: '404' } as const
  const good = { tone: 'ok', short: '200' } as const
  expect(answersSummary([good, good])).toBe('The connection works.')
  expect(answersSummary([bad, bad])).toBe('All endpoints failed, all with “404”.')
  expect(answersSummary([bad, bad, good])).toBe('2 of 3 endpoints failed, all with “404”.')
})

test('an array is a list only if a row has a name or id', () => {
  for (const body of [[1, 2, 3], ['a'], [{ foo: 1 }], { errors: [{ code: 7 }] }])
    expect(explainAnswer(json(body), asked)).toMatchObject({
      tone: 'bad',
      explanation: 'JSON, but not a list that the console can read.',
    })
  const unnamed = { tone: 'bad', explanation: /none with a name or id that the console can read/ }
  expect(explainAnswer(json([{ status: 'up' }, { status: 'down' }]), asked)).toMatchObject(unnamed)
  expect(explainAnswer(json([]), asked)).toMatchObject({ tone: 'ok', explanation: 'A list (bare array) without rows.' })
  expect(explainAnswer(json([{ foo: 1 }, { name: 'A' }]), asked)).toMatchObject({
    tone: 'note',
    explanation: /Understood: name\./,
  })
})

test('understood fields are listed, and rows without an id have a note', () => {
  const body = { items: [{ title: 'A', status: 'active', zone: 1 }] }
  expect(explainAnswer(json(body), asked)).toMatchObject({
    tone: 'note',
    explanation:
      /^A list \(items\), 1 row\. Understood: name, status\. 1 field under other names, 1 shown raw, \d+ missing\.$/,
    remedy: 'This service returns no id for this row, so you can only view it.',
  })
})

test('an object without understood fields is an error', () => {
  const balance = { ...asked, probe: { noun: 'balance', isList: false, isRequired: true } }
  expect(explainAnswer(json({ foo: 1 }), balance)).toMatchObject({
    tone: 'bad',
    explanation: /without any known field/,
  })
  expect(explainAnswer(json({ amount: '1.00', currency: 'EUR' }), balance)).toMatchObject({
    tone: 'ok',
    explanation: /Understood: balance, currency\./,
  })
  const me = { ...asked, probe: { ...extra, isKnown: () => false } }
  expect(explainAnswer(json({ login: 'x' }), me)).toMatchObject({ tone: 'none', remedy: 'The console does without.' })
})
