/** Ledger, statements and CSV of the sample: list, CSV, database and ledger agree to the micro. */
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Balance, RunSummary } from '#contract/billing.ts'
import { LedgerEntry, Statement } from '#contract/ledger.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { makeSample } from '#server/sample/sample.ts'
import { bookEntry } from '#server/store/accounts/account.ts'
import { eachDatabase, type TestCaller } from '#test/service/support/harness.ts'
import { readAny, readAllRows } from '#test/service/support/read-all-pages.ts'

const micros = (text: string | undefined): bigint => parseMicros(text ?? '') ?? 10n ** 30n
const added = (all: readonly (string | undefined)[]): string =>
  formatMicros(all.reduce((sum, one) => sum + micros(one), 0n))

/** Cells of a CSV without line breaks or quoted commas. */
function rowsOf(csv: string): string[][] {
  return csv
    .split('\r\n')
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    )
}

eachDatabase('ledger', { differs: 'locks' }, (service) => {
  let caller: TestCaller
  const now = new Date()
  const read = (path: string, as = caller) => service.request('GET', path, { as })
  const table = async (path: string) => {
    const response = await service.request('GET', path, { as: { headers: { ...caller.headers, accept: 'text/csv' } } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    return rowsOf(response.text)
  }
  const column = ([head = [], ...rows]: string[][], name: string) => rows.map((row) => row[head.indexOf(name)])
  const sql = async (text: string, values: unknown[] = []) => {
    const { rows } = await service.app.services.database.pool.query<Record<string, string>>(text, [
      service.one.id,
      ...values,
    ])
    return rows[0]?.['sum'] ?? ''
  }

  beforeAll(async () => {
    caller = service.one.viewer
    await makeSample(service.app.services.database.pool, service.one.id, {
      flows: 12,
      conversations: 40,
      runs: 1200,
      now,
    })
  })

  test('returns the same cost of runs in list, CSV, database and ledger', async () => {
    const { totals } = (await read('/billing/runs/summary/')).as(RunSummary)
    const cells = await table('/billing/runs/')
    expect(cells).toHaveLength(totals.count + 1)
    expect(added(column(cells, 'Cost'))).toBe(totals.cost)
    const rows = await readAllRows(service, caller, '/billing/runs/?limit=100')
    expect(added(rows.map((row) => z.string().parse(row['cost'])))).toBe(totals.cost)
    const spent = formatMicros(BigInt(await sql('select sum(cost)::text from run where account_id = $1')))
    expect(spent).toBe(totals.cost)
    const booked = await sql(`select (-sum(micros))::text as sum from ledger where account_id = $1 and kind = 'run'`)
    expect(formatMicros(BigInt(booked))).toBe(totals.cost)
    const paid = column(await table('/billing/ledger/?kind=run'), 'Amount')
    expect(added(paid)).toBe(`-${totals.cost}`)
    for (const query of [
      'status=failed',
      'kind=model&cost__gte=0.001',
      'started_at__gte=2020-01-01&tz=Asia/Kathmandu',
    ]) {
      const part = (await read(`/billing/runs/summary/?${query}`)).as(RunSummary)
      expect(added(column(await table(`/billing/runs/?${query}`), 'Cost')), query).toBe(part.totals.cost)
    }
  })

  test('returns the ledger page by page, with the balance after each entry', async () => {
    const all = (await readAllRows(service, caller, '/billing/ledger/?limit=100')).map((row) => LedgerEntry.parse(row))
    const { balance } = (await read('/billing/balance/')).as(Balance)
    expect(all[0]?.balance_after).toBe(balance)
    expect(added(all.map(({ amount }) => amount))).toBe(balance)
    let sum = 0n
    for (const entry of all.toReversed()) {
      sum += micros(entry.amount)
      expect(entry.balance_after).toBe(formatMicros(sum))
    }
    const upwards = await readAllRows(service, caller, '/billing/ledger/?limit=70&ordering=at')
    expect(upwards.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toReversed())
    expect(LedgerEntry.parse(upwards[3]).balance_after).toBe(all.at(-4)?.balance_after)
    const back = await readAllRows(service, caller, (await lastPage('/billing/ledger/?limit=90')) ?? '', 'previous')
    expect(back.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    const first = all.find(({ run }) => run !== null)
    const ofRun = await readAllRows(service, caller, `/billing/ledger/?run=${first?.run?.id}`)
    expect(ofRun).toMatchObject([
      { id: first?.id, balance_after: null, run: { flow: { name: first?.run?.flow?.name } } },
    ])
    const days = [...new Set(all.map(({ at }) => at.slice(0, 10)))]
    const [last, , third] = days
    const since = await readAllRows(service, caller, `/billing/ledger/?limit=100&at__gte=${third}`)
    expect(since).toEqual(all.slice(0, since.length))
    const others = await readAllRows(service, caller, '/billing/ledger/?limit=100&kind__not=grant')
    expect(new Set(others.map((row) => row['balance_after']))).toEqual(new Set([null]))
    // Rows between the two days are missing, so a balance does not follow from the previous row.
    const apart = await readAllRows(service, caller, `/billing/ledger/?limit=100&at=${last},${third}`)
    expect(new Set(apart.map((row) => row['balance_after']))).toEqual(new Set([null]))
    const from = '2026-11-01'
    const later = await readAllRows(
      service,
      caller,
      `/billing/ledger/?limit=100&tz=Europe/Berlin&at__gte=${from}&kind=run,top_up`,
    )
    expect(later.map(({ id }) => id)).toEqual(
      all
        .filter(({ at, kind }) => dayIn(Date.parse(at), 'Europe/Berlin') >= from && kind !== 'grant')
        .map(({ id }) => id),
    )
  })

  /** The URL of the last page of a list. */
  async function lastPage(path: string): Promise<string | null> {
    let at = path
    for (;;) {
      const { next } = await readAny(service, caller, at)
      if (next === null) return at
      at = next.slice(next.indexOf('/api/') + '/api'.length)
    }
  }

  test('ends each statement with the opening balance of the next, in any zone, and all parts add up', async () => {
    for (const tz of ['UTC', 'Europe/Berlin', 'Asia/Kathmandu']) {
      const months = [3, 2, 1, 0].map((back) => {
        const [year = 0, month = 0] = dayIn(now.getTime(), tz).split('-').map(Number)
        return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
      })
      let before: string | null = null
      for (const month of months) {
        const found = (await read(`/billing/statement/?month=${month}&tz=${tz}`)).as(Statement)
        const { costs, credits } = found
        if (before !== null) expect([tz, month, found.opening_balance]).toEqual([tz, month, before])
        expect(added([found.opening_balance, ...credits.map(({ amount }) => amount)])).toBe(
          added([found.closing_balance, costs.total]),
        )
        expect(added(costs.by_flow.map(({ cost }) => cost))).toBe(costs.total)
        expect(added(costs.by_kind.map(({ cost }) => cost))).toBe(costs.total)
        expect(costs.by_kind.map(({ kind }) => kind)).not.toContain('')
        const booked = await sql(
          `select coalesce(-sum(micros), 0)::text as sum from ledger where account_id = $1 and kind = 'run' and to_char(at at time zone $2, 'YYYY-MM') = $3`,
          [tz, month],
        )
        expect(formatMicros(BigInt(booked))).toBe(costs.total)
        before = found.closing_balance
        expect(found.is_over).toBe(month !== months[3])
        const rows = await table(`/billing/statement/?month=${month}&tz=${tz}`)
        const part = (name: string) => rows.filter((row) => row[1] === name).map((row) => row[4])
        expect([part('Opening balance'), part('Cost'), part('Closing balance')]).toEqual([
          [found.opening_balance],
          [costs.total],
          [found.closing_balance],
        ])
        expect([added(part('Cost by flow')), added(part('Cost by kind'))]).toEqual([costs.total, costs.total])
      }
      expect(before).toBe((await read('/billing/balance/')).as(Balance).balance)
    }
  })

  test('splits costs by kind where bookings name one, and lists trials beside runs', async () => {
    const { two } = service
    const { pool } = service.app.services.database
    for (const [key, amount] of [
      ['run:run_gone:a#1:1:api', -100],
      ['run:run_gone:b:c#1:2:code', -7],
      ['run:run_gone', -3],
    ] as const)
      await pool.query(
        `insert into ledger (account_id, kind, micros, run_id, key, at) values ($1, 'run', $2, 'run_gone', $3, now())`,
        [two.id, amount, key],
      )
    const trial = { kind: 'trial' as const, micros: -20n, key: 'trial:try_1:api', note: 'API call' }
    await bookEntry(service.app.services.database.db, two.id, trial, now)
    expect((await read('/billing/ledger/?kind=trial', two.viewer)).body).toMatchObject({
      results: [{ kind: 'trial', amount: '-0.000020', run: null, note: 'API call' }],
    })
    const { costs } = (await read('/billing/statement/', two.viewer)).as(Statement)
    expect(costs).toEqual({
      total: '0.000130',
      by_flow: [
        { flow: null, runs: 1, cost: '0.000110' },
        { flow: null, runs: 0, cost: '0.000020' },
      ],
      by_kind: [
        { kind: 'api', label: 'API calls', cost: '0.000120' },
        { kind: 'code', label: 'Code', cost: '0.000007' },
        { kind: '', label: 'Not broken down', cost: '0.000003' },
      ],
    })
  })

  test('keeps the order of simultaneous bookings across pages, also when their numbers get longer', async () => {
    const { two } = service
    const { pool } = service.app.services.database
    const numbers = [999_998, 999_999, 1_000_000, 1_000_001]
    for (const seq of numbers)
      await pool.query(
        `insert into ledger (seq, account_id, kind, micros, run_id, key, at) overriding system value values ($1, $2, 'run', -1, 'run_moment', $3, $4)`,
        [seq, two.id, `moment:${seq}`, now],
      )
    const paged = await readAllRows(service, two.viewer, '/billing/ledger/?run=run_moment&limit=1')
    expect(paged.map(({ id }) => id)).toEqual(numbers.map(String).toReversed())
  })

  test('exports chosen columns and zone as CSV, and escapes texts that look like formulas', async () => {
    await service.app.services.database.pool.query(
      `update run set flow_name = '=cmd|''/c calc''!A1', error_message = '@SUM(1)' where account_id = $1 and id = (select id from run where account_id = $1 and error_code is not null order by id limit 1)`,
      [service.one.id],
    )
    const rows = await table('/billing/runs/?columns=started_at,cost,flow&tz=Asia/Kathmandu')
    expect(rows[0]).toEqual(['Started (Asia/Kathmandu)', 'Cost', 'Flow'])
    const cells = await table('/billing/runs/')
    expect(column(cells, 'Flow')).toContain(`'=cmd|'/c calc'!A1`)
    expect(column(cells, 'Error message')).toContain(`'@SUM(1)`)
    const [newest] = (await readAny(service, caller, '/billing/runs/?limit=1')).results
    const shown = new Date(Date.parse(String(newest?.['started_at'])) + 345 * 60_000).toISOString()
    expect(rows[1]?.[0]).toBe(shown.slice(0, 19).replace('T', ' '))
    expect((await read('/billing/runs/?columns=colour')).status).toBe(200)
    const wrong = await service.request('GET', '/billing/runs/?columns=colour', {
      as: { headers: { ...caller.headers, accept: 'text/csv' } },
    })
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { errors: { columns: [expect.stringContaining('colour')] } },
    ])
  })

  test('refuses invalid parameters by name', async () => {
    for (const [path, place] of [
      ['/billing/statement/?month=2026-13', 'month'],
      ['/billing/statement/?month=november', 'month'],
      ['/billing/statement/?month=0000-01', 'month'],
      ['/billing/statement/?month=9999-12', 'month'],
      ['/billing/statement/?tz=Mars/Base', 'tz'],
      ['/billing/ledger/?kind=gift', 'kind'],
      ['/billing/ledger/?at__gte=2026-02-30', 'at__gte'],
      ['/billing/ledger/?colour=red', 'colour'],
      [`/billing/runs/?cost__gte=${'9'.repeat(30)}`, 'cost__gte'],
      ['/billing/runs/?cost__gte=1e9', 'cost__gte'],
      ['/billing/ledger/?cursor=nonsense', 'cursor'],
    ]) {
      const response = await read(path ?? '')
      expect([path, response.status, response.body]).toMatchObject([
        path,
        400,
        { errors: { [place ?? '']: [expect.any(String)] } },
      ])
    }
  })
})
