/** Reasons of failed runs: what is one reason, groups with trends, filters, and the marks of retried runs. */
import { expect, test } from 'vitest'
import { Activity } from '#contract/activity.ts'
import { page } from '#contract/kernel/page.ts'
import { Run } from '#contract/billing.ts'
import { RunReasons } from '#contract/run-work.ts'
import { run, runStep } from '#server/store/tables/run.ts'
import { eachDatabase, type TestAccount, type TestCaller } from '#test/service/support/harness.ts'

const hour = 3_600_000
/** Fixed, so that slices are predictable. */
const start = Date.parse('2026-11-01T00:00:00Z')

interface FailedRun {
  message?: string
  code?: string
  node?: string | null
  flow?: string
  status?: string
  /** Hours after `start`. */
  hours?: number
  retriedAs?: string
}

eachDatabase('reasons of runs', { differs: 'SQL' }, (service) => {
  let number = 0
  const insert = async ({ scope }: TestAccount, runs: FailedRun[]) => {
    const rows = runs.map(({ message = 'It failed.', code = 'http_500', node = 'call', flow = 'flw_1', ...one }) => ({
      id: `run_reason_${String((number += 1)).padStart(6, '0')}`,
      flowId: flow,
      flowName: `Flow ${flow}`,
      flowVersion: 1,
      status: one.status ?? 'failed',
      trigger: 'webhook',
      startedAt: new Date(start + (one.hours ?? 0) * hour),
      finishedAt: new Date(start + (one.hours ?? 0) * hour + 100),
      cost: 1000n,
      errorCode: code,
      errorMessage: message,
      errorNodeId: node,
      retriedAs: one.retriedAs,
    }))
    await scope.insert(run, rows)
    return rows.map(({ id }) => id)
  }
  const reasons = async ({ owner }: TestAccount, query = '') => {
    const response = await service.request('GET', `/billing/runs/reasons/?${query}`, { as: owner })
    expect(response.status, response.text).toBe(200)
    return response.as(RunReasons)
  }
  const reasonsOf = async (account: TestAccount, runs: FailedRun[]) => {
    const ids = await insert(account, runs)
    const rows = await account.scope.select(run, { id: run.id, reason: run.reason })
    return ids.map((id) => rows.find((row) => row.id === id)?.reason ?? null)
  }

  test.each([
    ['Order 81723 is unknown.', 'Order 99001 is unknown.'],
    ['“Ada” has no address.', '“Bob Builder” has no address.'],
    [`Key 'abc' is missing in the user's list.`, `Key 'x' is missing in the user's list.`],
    ['No customer cus_NffrFeUfNV2Hib.', 'No customer cus_9s6XKzkNRiz8i3.'],
    ['run_01kb2q4z8mabcdefghjkmnpq broke.', 'run_01kb2q4z8nzzzzzzzzzzzzzz broke.'],
    ['Id 3f2b8c1e-0d4a-4a5b-9c6d-7e8f90a1b2c3.', 'Id aaaaaaaa-1111-4a5b-9c6d-7e8f90a1b2c3.'],
    ['Since 2026-11-01T08:15:42.123Z.', 'Since 2026-11-27T19:06:29Z.'],
    ['commit deadbee5f00d failed', 'commit 0123abcd9e8f failed'],
  ])('is the same for “%s” and “%s”', async (first, second) => {
    const [one, other] = await reasonsOf(service.one, [{ message: first }, { message: second }])
    expect(one).toMatch(/^[0-9a-f]{16}$/)
    expect(other).toBe(one)
  })

  test.each<[string, FailedRun, FailedRun]>([
    ['404 and 500', { message: 'The service answered 404.' }, { message: 'The service answered 500.' }],
    ['status codes in a word', { message: 'HTTP404NotFound' }, { message: 'HTTP500NotFound' }],
    ['names with a number', { message: 'error_code_404' }, { message: 'error_code_500' }],
    ['words', { message: 'It is too large.' }, { message: 'It is too small.' }],
    ['steps', { node: 'a' }, { node: 'b' }],
    ['a step and none', { node: 'a' }, { node: null }],
    ['flows', { flow: 'flw_1' }, { flow: 'flw_2' }],
    ['codes', { code: 'http_404' }, { code: 'http_500' }],
  ])('differs for %s', async (_, first, second) => {
    const [one, other] = await reasonsOf(service.one, [first, second])
    expect(one).not.toBe(other)
  })

  test('is null for runs that succeeded or were cancelled', async () => {
    const statuses = ['succeeded', 'cancelled', 'running', 'failed', 'timed_out', 'blocked']
    const found = await reasonsOf(
      service.one,
      statuses.map((status) => ({ status })),
    )
    expect(found.map((reason) => reason !== null)).toEqual([false, false, false, true, true, true])
  })

  test('groups runs with their trend, the latest error, the name of the step, and whether they are new', async () => {
    const account = await service.makeAccount('reasons')
    await insert(account, [{ code: 'old', hours: -48 }])
    await insert(account, [
      { code: 'old', hours: 0 },
      { code: 'old', hours: 13.5, message: 'It failed.', retriedAs: 'run_x' },
    ])
    const ids = await insert(account, [
      { code: 'new', hours: 1, message: 'Order 10001 failed.' },
      { code: 'new', hours: 2, message: 'Order 10002 failed.', status: 'timed_out' },
      { code: 'new', hours: 2.5, message: 'Order 10003 failed.' },
    ])
    await insert(account, [{ code: 'none', status: 'succeeded', hours: 3 }])
    const step = { seq: 0, nodeType: 'api', status: 'failed', startedAt: new Date(start) }
    await account.scope.insert(
      runStep,
      ids.map((runId, index) => ({ ...step, runId, nodeId: 'call', nodeName: `Call ${index}` })),
    )
    const found = await reasons(account, 'started_at__gte=2026-11-01T00:00:00Z&started_at__lt=2026-11-01T14:00:00Z')
    expect(found).toMatchObject({ from: '2026-11-01T00:00:00.000Z', to: '2026-11-01T14:00:00.000Z', other: null })
    expect(found.results).toMatchObject([
      {
        flow: { id: 'flw_1', name: 'Flow flw_1' },
        node: { id: 'call', name: 'Call 2' },
        status: 'failed',
        error: { code: 'new', message: 'Order 10003 failed.' },
        count: 3,
        retried: 0,
        first_at: '2026-11-01T01:00:00.000Z',
        last_at: '2026-11-01T02:30:00.000Z',
        cost: '0.003000',
        trend: [0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        is_new: true,
      },
      {
        node: { id: 'call', name: 'call' },
        count: 2,
        retried: 1,
        trend: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        is_new: false,
      },
    ])
    const always = await reasons(account)
    expect(always).toMatchObject({ from: '2026-10-30T00:00:00.000Z', to: '2026-11-01T13:30:00.000Z' })
    expect(always.results.map(({ count, is_new: isNew }) => [count, isNew])).toEqual([
      [3, false],
      [3, true],
    ])
    const later = await reasons(account, 'started_at__gte=2026-11-01T00:00:00Z&started_at__lt=2026-11-02T02:00:00Z')
    expect(later.results.map(({ is_new: isNew }) => isNew)).toEqual([false, false])
    expect(always.results[0]?.trend.at(-1)).toBe(1)
    const retried = await reasons(account, 'is_retried=true')
    expect(retried.results.map(({ count }) => count)).toEqual([1])
    const key = found.results[0]?.key
    const list = await service.request('GET', `/billing/runs/?reason=${key}`, { as: account.owner })
    expect(list.as(page(Run)).results.map(({ id }) => id)).toEqual(ids.toReversed())
    const marked = await service.request('GET', '/billing/runs/?is_retried=true', { as: account.owner })
    expect(marked.as(page(Run)).results.map(({ retried_as: as }) => as)).toEqual(['run_x'])
  })

  test('sums up the reasons beyond the hundred most frequent', async () => {
    const account = await service.makeAccount('many-reasons')
    await insert(
      account,
      Array.from({ length: 103 }, (_, index) => ({ code: `code_${index}`, hours: index })).flatMap((one, index) =>
        index < 100 ? [one, one] : [one],
      ),
    )
    const found = await reasons(account)
    expect(found.results).toHaveLength(100)
    expect(found.other).toEqual({ reasons: 3, count: 3, cost: '0.003000' })
  })

  test('is solved until a run fails for it again, by whom and when; undo makes it open', async () => {
    const account = await service.makeAccount('solved-reasons')
    const { owner } = account
    await insert(account, [{ code: 'fixed' }, { code: 'fixed', hours: 1 }, { code: 'other', hours: 2 }])
    const [fixed] = (await reasons(account)).results
    const mark = async (name: 'solve' | 'reopen', keys: readonly unknown[], as: TestCaller = owner) =>
      service.request('POST', `/billing/runs/reasons/${name}/`, { as, body: { reasons: keys } })
    const solvedOf = async () => (await reasons(account)).results.map(({ solved }) => solved)
    expect(await solvedOf()).toEqual([null, null])

    expect((await mark('solve', [fixed?.key])).body).toEqual({ changed: 1 })
    expect((await mark('solve', [fixed?.key])).body).toEqual({ changed: 0 })
    expect(await solvedOf()).toEqual([{ at: expect.any(String), by: expect.objectContaining({ id: owner.id }) }, null])
    expect((await mark('reopen', [fixed?.key])).body).toEqual({ changed: 1 })
    expect(await solvedOf()).toEqual([null, null])

    await mark('solve', [fixed?.key])
    const later = (Date.now() - start) / hour + 1
    await insert(account, [{ code: 'fixed', hours: later }])
    expect(await solvedOf()).toEqual([null, null])
    const { results } = (await service.request('GET', '/activity/?action=run', { as: owner })).as(page(Activity))
    expect(results.map(({ action, object }) => [action, object?.name])).toEqual([
      ['run.solveReasons', 'It failed.'],
      ['run.reopenReasons', 'It failed.'],
      ['run.solveReasons', 'It failed.'],
      ['run.solveReasons', 'It failed.'],
    ])

    expect((await mark('solve', [fixed?.key], service.two.owner)).status).toBe(404)
    expect((await mark('solve', [fixed?.key], account.viewer)).status).toBe(403)
    for (const keys of [[], ['no key'], [1]]) expect((await mark('reopen', keys)).status).toBe(400)
    const keys = (await reasons(account)).results.map(({ key }) => key)
    expect((await mark('solve', [...keys, '0000000000000000'])).body).toEqual({ changed: 2 })
  })

  test('is empty without failed runs, and never shows those of another account', async () => {
    const empty = await service.makeAccount('no-reasons')
    expect(await reasons(empty)).toMatchObject({ results: [], other: null })
    const filtered = await reasons(empty, 'started_at__gte=2026-11-01')
    expect(filtered.from).toBe('2026-11-01T00:00:00.000Z')
  })
})
