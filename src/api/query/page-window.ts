/**
 * A list of any length, of which only the pages round what is seen are kept: a person may scroll through 100,000 rows, and
 * the memory stays as it is. A page begins at the cursor that the one before names; where one jumps to a place whose cursor
 * is not known, at its offset.
 */
import { useQueries, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/errors.ts'
import { placeOfNext, type PagePlace } from './next-page.ts'

/** What every page of a list says. */
export interface PageOf<Row> {
  count: number
  count_is?: 'about' | undefined
  next: string | null
  results: Row[]
}

/** How one page is read. Both change with the filter alone, and with the place. */
export interface PageSource<Row> {
  key: (place: PagePlace) => QueryKey
  read: (place: PagePlace, signal: AbortSignal) => Promise<PageOf<Row>>
}

export interface PageWindow<Row> {
  /** Undefined while it is not there yet. */
  rowAt: (index: number) => Row | undefined
  /** Rows that are loaded, with their place in the list. */
  loaded: readonly { index: number; row: Row }[]
  /** Rows of the whole list as far as it is known; null until the first page is there. */
  total: number | null
  isAbout: boolean
  isFetching: boolean
  error: ApiError | null
  retry: () => void
}

/** While one scrolls past pages they are not asked for. */
const restMs = 60
/** Pages out of sight are forgotten after this. */
const keptMs = 30_000

/** What is known of the list: where its pages begin, and the rows round what is seen. */
interface Known<Row> {
  starts: ReadonlyMap<number, PagePlace>
  pages: ReadonlyMap<number, PageOf<Row>>
}

/** The pages from `first` to `last`, once it has been the same for a moment; the first time at once. */
function useRest(first: number, last: number): { first: number; last: number } {
  const [rest, setRest] = useState({ first, last })
  useEffect(() => {
    const timer = setTimeout(() => setRest({ first, last }), restMs)
    return () => clearTimeout(timer)
  }, [first, last])
  return rest
}

/** Where a page begins; null = the page before will say. */
function startOf<Row>(index: number, known: Known<Row>, first: number, limit: number): PagePlace | null {
  if (index === 0) return {}
  return known.starts.get(index) ?? (index === first ? { offset: index * limit } : null)
}

/** The known with what has arrived; the same object where nothing is new. */
function learned<Row>(known: Known<Row>, arrived: readonly (readonly [number, PageOf<Row>])[]): Known<Row> {
  const fresh = arrived.filter(([index, page]) => known.pages.get(index) !== page)
  if (fresh.length === 0) return known
  const starts = new Map(known.starts)
  for (const [index, page] of fresh) {
    const next = placeOfNext(page.next)
    if (next === null) starts.delete(index + 1)
    else if (JSON.stringify(next) !== JSON.stringify(starts.get(index + 1))) starts.set(index + 1, next)
  }
  const near = new Set(arrived.map(([index]) => index))
  const old = [...known.pages].filter(([index]) => [index - 1, index, index + 1].some((one) => near.has(one)))
  return { starts, pages: new Map([...old, ...arrived]) }
}

function totalOf<Row>(known: Known<Row>, limit: number): number | null {
  const pages = [...known.pages]
  if (pages.length === 0) return null
  const end = pages.find(([index, page]) => page.next === null && (index === 0 || page.results.length > 0))
  if (end) return end[0] * limit + end[1].results.length
  // Beyond the end nothing is there: a count that was only about right is corrected.
  const beyond = pages.filter(([, page]) => page.results.length === 0).map(([index]) => index * limit)
  const seen = pages.map(([index, page]) => index * limit + page.results.length + (page.next === null ? 0 : 1))
  return Math.min(Math.max(...pages.map(([, page]) => page.count), ...seen), ...beyond)
}

/**
 * @param list names the filter and order: with another one everything begins anew
 * @param limit rows of a page
 * @param seen the first and the last row that are seen, by index
 */
export function usePageWindow<Row>(
  list: string,
  { key, read }: PageSource<Row>,
  limit: number,
  seen: { first: number; last: number },
): PageWindow<Row> {
  const [state, setState] = useState<{ list: string; known: Known<Row> }>({
    list,
    known: { starts: new Map(), pages: new Map() },
  })
  const known: Known<Row> = state.list === list ? state.known : { starts: new Map(), pages: new Map() }
  const { first, last } = useRest(Math.floor(seen.first / limit), Math.floor(seen.last / limit))
  const indices = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, at) => first + at)])]
  const queries = useQueries({
    queries: indices.map((index) => {
      const place = startOf(index, known, first, limit)
      return {
        queryKey: place === null ? ['page that waits', list, index] : key(place),
        queryFn: ({ signal }: { signal: AbortSignal }) => read(place ?? {}, signal),
        enabled: place !== null,
        gcTime: index === 0 ? undefined : keptMs,
      }
    }),
  })
  const arrived = indices.flatMap((index, at) => {
    const page = queries[at]?.data
    return page === undefined ? [] : [[index, page] as const]
  })
  const next = learned(known, arrived)
  if (next !== known || state.list !== list) setState({ list, known: next })

  const whole = next.pages.get(0)?.next === null ? next.pages.get(0) : undefined
  const error = queries.find((query) => query.isError)?.error ?? null
  return {
    rowAt: (index) =>
      // A service without pages answers with all rows at once.
      whole ? whole.results[index] : next.pages.get(Math.floor(index / limit))?.results[index % limit],
    loaded: [...next.pages].flatMap(([page, { results }]) =>
      results.map((row, at) => ({ index: page * limit + at, row })),
    ),
    total: totalOf(next, limit),
    isAbout: next.pages.get(0)?.count_is === 'about',
    isFetching: queries.some((query) => query.isFetching),
    error: error instanceof ApiError ? error : null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}
