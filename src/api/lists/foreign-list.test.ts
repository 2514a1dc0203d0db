import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { ForeignList, type ListRequestContext } from './foreign-list.ts'
import { localHandlingOf } from './local-handling.ts'

const states = ['draft', 'active', 'paused', 'archived']
/** The rows of a service, newest first. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    name: `Flow ${at + 1}`,
    status: states[at % states.length] ?? '',
    updated_at: new Date(Date.UTC(2026, 10, 1) - at * 60_000).toISOString(),
  }))

type Responder = (params: URLSearchParams) => unknown

/** A service in memory, with its recorded requests. */
function serviceOf(respond: Responder): ListRequestContext & { requests: string[] } {
  const requests: string[] = []
  return {
    requests,
    signal: undefined,
    send: async (params) => {
      requests.push(params.toString())
      const { buffer } = new TextEncoder().encode(JSON.stringify(respond(params)))
      return { bytes: buffer, refusal: async () => new Error('refused') }
    },
  }
}

const number = (params: URLSearchParams, name: string, usual: number) => Number(params.get(name) ?? usual)
const slice = <T>(rows: readonly T[], from: number, size: number) => rows.slice(from, from + size)
const narrow = (params: URLSearchParams) =>
  rowsOf(90).filter(({ status }) => (params.get('status') ?? status).split(',').includes(status))

/** Ways in which services page the same 90 rows. */
const responders: Record<string, Responder> = {
  'limit and offset': (params) => {
    const rows = narrow(params)
    const [limit, offset] = [number(params, 'limit', 20), number(params, 'offset', 0)]
    const next = offset + limit < rows.length ? `http://elsewhere/flow/?limit=${limit}&offset=${offset + limit}` : null
    return { count: rows.length, next, previous: null, results: slice(rows, offset, limit) }
  },
  'pages of 20, whatever size is requested': (params) => {
    const rows = narrow(params)
    const page = number(params, 'page', 1)
    const next = page * 20 < rows.length ? `https://elsewhere/flow/?page=${page + 1}` : null
    return { count: rows.length, next, results: slice(rows, (page - 1) * 20, 20) }
  },
  'pages counted from 0, with a total': (params) => {
    const rows = narrow(params)
    const [page, size] = [number(params, 'page', 0), number(params, 'page_size', 10)]
    return {
      data: slice(rows, page * size, size),
      meta: { page, page_size: size, total: rows.length, has_more: (page + 1) * size < rows.length },
    }
  },
  cursors: (params) => {
    const rows = narrow(params)
    const from = Number((params.get('cursor') ?? 'c0').slice(1))
    const to = from + Math.min(7, number(params, 'limit', 7))
    return { data: rows.slice(from, to), meta: { next_cursor: to < rows.length ? `c${to}` : null } }
  },
  'a bare array by limit and offset': (params) =>
    slice(narrow(params), number(params, 'offset', 0), number(params, 'limit', 1000)),
  'a bare array of 20 by page': (params) => slice(narrow(params), (number(params, 'page', 1) - 1) * 20, 20),
  'a bare array of all rows': (params) => narrow(params),
  'all rows, with a total': (params) => ({ items: narrow(params), total: narrow(params).length }),
  'by offset, with a total but no link': (params) => ({
    items: slice(narrow(params), number(params, 'offset', 0), number(params, 'limit', 20)),
    total: narrow(params).length,
  }),
}
const idsOf = (page: { results: readonly object[] }) =>
  page.results.map((row) => Number(Object.entries(row).find(([key]) => key === 'id')?.[1]))
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at + 1)

for (const [style, respond] of Object.entries(responders)) {
  test(`${style}: every page has its rows, in any order of requests`, async () => {
    const service = serviceOf(respond)
    const list = new ForeignList(flow.list)
    for (const offset of [0, 25, 50, 75, 25]) {
      const page = await list.read({ limit: 25, offset }, service)
      expect(idsOf(page)).toEqual(upTo(offset, Math.min(90, offset + 25)))
      expect(page.next).toBe(offset === 75 ? null : `?offset=${offset + 25}`)
    }
    const afresh = new ForeignList(flow.list)
    expect(idsOf(await afresh.read({ limit: 25, offset: 0 }, service))).toEqual(upTo(0, 25))
    expect(idsOf(await afresh.read({ limit: 1 }, service))).toEqual([1])
    expect(idsOf(await afresh.read({ limit: 25, offset: 75 }, service))).toEqual(upTo(75, 90))
    expect(service.requests.length).toBeLessThan(60)
  })

  test(`${style}: a supported filter is left to the service`, async () => {
    const page = await new ForeignList(flow.list).read({ limit: 10, status: 'active' }, serviceOf(respond))
    expect(idsOf(page)).toEqual([2, 6, 10, 14, 18, 22, 26, 30, 34, 38])
    expect(localHandlingOf(page)?.parameters ?? []).toEqual([])
  })

  test(`${style}: an ignored filter is applied by the console, and reported`, async () => {
    const ignoreParameters: Responder = (params) => {
      params.delete('status')
      return respond(params)
    }
    const list = new ForeignList(flow.list)
    const service = serviceOf(ignoreParameters)
    const page = await list.read({ limit: 10, offset: 10, status: 'active' }, service)
    expect(idsOf(page)).toEqual([42, 46, 50, 54, 58, 62, 66, 70, 74, 78])
    expect(page.count).toBe(23)
    expect(localHandlingOf(page)).toMatchObject({ parameters: ['status'], loaded: 90, isComplete: true })
    const last = await list.read({ limit: 10, offset: 20, status: 'active' }, service)
    expect(idsOf(last)).toEqual([82, 86, 90])
    expect(last.next).toBeNull()
  })
}

test('a short filtered list does not determine the paging of longer lists', async () => {
  const pages = responders['pages of 20, whatever size is requested']
  if (pages === undefined) throw new Error('There is no such service.')
  const service = serviceOf((params) =>
    params.get('status') === 'archived'
      ? { count: 3, next: null, results: rowsOf(3).map((row) => ({ ...row, status: 'archived' })) }
      : pages(params),
  )
  const list = new ForeignList(flow.list)
  expect((await list.read({ limit: 1, status: 'archived' }, service)).count).toBe(3)
  const page = await list.read({ limit: 25, search: 'flow 77' }, service)
  expect(idsOf(page)).toEqual([77])
  expect(localHandlingOf(page)).toMatchObject({ parameters: ['search'], loaded: 90, isComplete: true })
})

test('a list that is cut off without paging is reported', async () => {
  const service = serviceOf((params) => slice(rowsOf(90), 0, number(params, 'limit', 25)))
  const page = await new ForeignList(flow.list).read({ limit: 25 }, service)
  expect(page.next).toBeNull()
  expect(localHandlingOf(page)).toMatchObject({ isTruncated: true, hasTotal: false, loaded: 25 })
})

test('an ignored search is applied only to the rows that can be loaded', async () => {
  const service = serviceOf((params) => {
    const from = number(params, 'offset', 0)
    return { count: 50_000, next: `?offset=${from + 100}`, results: slice(rowsOf(50_000), from, 100) }
  })
  const page = await new ForeignList(flow.list).read({ limit: 25, search: 'flow 1999' }, service)
  expect(idsOf(page)).toEqual([1999])
  expect(localHandlingOf(page)).toMatchObject({
    parameters: ['search'],
    loaded: 2000,
    isComplete: false,
    hasTotal: false,
  })
  expect(service.requests.length).toBeLessThan(25)
})

test('an ignored order is applied if all rows are loaded, and otherwise reported', async () => {
  const byName = { limit: 5, ordering: 'updated_at' }
  const smallPage = await new ForeignList(flow.list).read(
    byName,
    serviceOf(() => rowsOf(12)),
  )
  expect(idsOf(smallPage)).toEqual([12, 11, 10, 9, 8])
  expect(localHandlingOf(smallPage)).toBeNull()
  const many = await new ForeignList(flow.list).read(
    byName,
    serviceOf((params) => ({
      count: 5000,
      next: '?offset=5',
      results: slice(rowsOf(5000), number(params, 'offset', 0), 5),
    })),
  )
  expect(idsOf(many)).toEqual([1, 2, 3, 4, 5])
  expect(localHandlingOf(many)?.ordering).toBe('ignored')
})

test('by a field that the rows lack, only the service filters, in any order', async () => {
  // Newest first, in one page; the rows have no tags, by which only the service can filter.
  const smallPage = rowsOf(6)
  const service = serviceOf((params) => smallPage.filter(({ id }) => !params.has('tag') || id % 2 === 0))
  const list = new ForeignList(flow.list)
  expect(idsOf(await list.read({ limit: 4 }, service))).toEqual([1, 2, 3, 4])
  expect(idsOf(await list.read({ limit: 25, tag: 'vip' }, service))).toEqual([2, 4, 6])
  expect(idsOf(await list.read({ limit: 25, tag: 'vip', ordering: 'updated_at' }, service))).toEqual([6, 4, 2])
  expect(idsOf(await list.read({ limit: 25, ordering: 'updated_at' }, service))).toEqual([6, 5, 4, 3, 2, 1])
})

test('if a filter is ignored, rows that clearly do not match are removed, and unknown ones are kept', async () => {
  const some = rowsOf(8).map((row) => (row.id > 4 ? { id: row.id, name: row.name } : row))
  const page = await new ForeignList(flow.list).read(
    { limit: 25, status: 'active' },
    serviceOf(() => some),
  )
  expect(idsOf(page)).toEqual([2, 5, 6, 7, 8])
})

test('100,000 rows in one answer are requested once, and served page by page', { tags: 'all' }, async () => {
  const all = rowsOf(100_000)
  const service = serviceOf(() => all)
  const list = new ForeignList(flow.list)
  const [first, deep] = await Promise.all([
    list.read({ limit: 25 }, service),
    list.read({ limit: 25, offset: 99_990 }, service),
  ])
  expect([first.count, idsOf(first).length, idsOf(deep)]).toEqual([100_000, 25, upTo(99_990, 100_000)])
  const found = await list.read({ limit: 25, search: 'flow 77777' }, service)
  expect(idsOf(found)).toEqual([77_777])
  expect(service.requests.length).toBe(1)
  list.forget()
  await list.read({ limit: 25 }, service)
  expect(service.requests.length).toBe(2)
})

test('the second caller gets an answer although the first one aborted', async () => {
  let resolveResponse: () => void = () => {}
  const pendingResponse = new Promise<void>((resolve) => (resolveResponse = resolve))
  const base = serviceOf(() => rowsOf(3))
  const abortController = new AbortController()
  const slowService: ListRequestContext = {
    signal: abortController.signal,
    send: async (params) => {
      await pendingResponse
      abortController.signal.throwIfAborted()
      return base.send(params)
    },
  }
  const list = new ForeignList(flow.list)
  const first = list.read({ limit: 25 }, slowService)
  const second = list.read({ limit: 25 }, { ...base, signal: undefined })
  abortController.abort()
  resolveResponse()
  await expect(first).rejects.toThrow(/abort/i)
  expect(idsOf(await second)).toEqual([1, 2, 3])
})

test('after a short answer to one query, the first page of another does not count as its whole list', async () => {
  // Django: pages of 10 unless page_size is given; filters by status, ignores the search.
  const service = serviceOf((params) => {
    const rows = narrow(params).filter(({ id }) => id <= 40)
    const [page, size] = [number(params, 'page', 1), Math.min(50, number(params, 'page_size', 10))]
    const next = page * size < rows.length ? `http://elsewhere/flow/?page=${page + 1}&page_size=${size}` : null
    return { count: rows.length, next, previous: null, results: slice(rows, (page - 1) * size, size) }
  })
  const list = new ForeignList(flow.list)
  await list.read({ limit: 1, status: 'nothing' }, service)
  await list.read({ limit: 1, status: 'archived' }, service)
  await list.read({ limit: 10 }, service)
  const found = await list.read({ limit: 50, status: 'draft,active,paused', search: 'flow 37' }, service)
  expect(idsOf(found)).toEqual([37])
  expect(localHandlingOf(found)).toMatchObject({ loaded: 30, isComplete: true })
})
