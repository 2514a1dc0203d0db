/**
 * Windowed list of any length: only the pages around the visible rows are kept, so that memory stays constant over
 * 100,000 rows. A page begins at the cursor in the previous page or, after a jump to a page without a known cursor, at
 * its offset.
 */
import { useQueries, type QueryKey } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/errors.ts'
import { nextPageStart, type PageStart } from './next-page.ts'

/** Facts in each page of a list. */
export interface PageOf<Row> {
  count: number
  count_is?: 'about' | undefined
  next: string | null
  results: Row[]
}

/** Query key and request of a page. */
export interface PageSource<Row> {
  key: (start: PageStart) => QueryKey
  read: (start: PageStart, signal: AbortSignal) => Promise<PageOf<Row>>
}

export interface PageWindow<Row> {
  /** Undefined while the row is not loaded. */
  rowAt: (index: number) => Row | undefined
  /** Loaded rows, with their index in the list. */
  loaded: readonly { index: number; row: Row }[]
  /** Number of rows of the whole list, possibly a lower bound; null until the first page is loaded. */
  total: number | null
  isAbout: boolean
  isFetching: boolean
  error: ApiError | null
  retry: () => void
}

/** Pages that are scrolled past within this time, in ms, are not requested. */
const debounceMs = 60
/** Pages out of sight are dropped after this time, in ms. The first page is not. */
const cacheMs = 30_000

/** Known facts of the list: the starts of its pages, and the rows around the visible ones. */
interface Known<Row> {
  starts: ReadonlyMap<number, PageStart>
  pages: ReadonlyMap<number, PageOf<Row>>
}

/** The pages from `first` to `last`, debounced; the first value is used immediately. */
function useDebouncedPages(first: number, last: number): { first: number; last: number } {
  const [debounced, setRest] = useState({ first, last })
  useEffect(() => {
    const timer = setTimeout(() => setRest({ first, last }), debounceMs)
    return () => clearTimeout(timer)
  }, [first, last])
  return debounced
}

/** The start of a page; null = the previous page has to be loaded first. */
function startOf<Row>(index: number, known: Known<Row>, first: number, limit: number): PageStart | null {
  if (index === 0) return {}
  return known.starts.get(index) ?? (index === first ? { offset: index * limit } : null)
}

/** The known facts with the loaded pages; the same object if nothing is new. */
function mergePages<Row>(known: Known<Row>, loadedPages: readonly (readonly [number, PageOf<Row>])[]): Known<Row> {
  const newPages = loadedPages.filter(([index, page]) => known.pages.get(index) !== page)
  if (newPages.length === 0) return known
  const starts = new Map(known.starts)
  for (const [index, page] of newPages) {
    const next = nextPageStart(page.next)
    if (next === null) starts.delete(index + 1)
    else if (JSON.stringify(next) !== JSON.stringify(starts.get(index + 1))) starts.set(index + 1, next)
  }
  const nearby = new Set(loadedPages.map(([index]) => index))
  const kept = [...known.pages].filter(([index]) => [index - 1, index, index + 1].some((one) => nearby.has(one)))
  return { starts, pages: new Map([...kept, ...loadedPages]) }
}

function totalOf<Row>(known: Known<Row>, limit: number): number | null {
  const pages = [...known.pages]
  if (pages.length === 0) return null
  const end = pages.find(([index, page]) => page.next === null && (index === 0 || page.results.length > 0))
  if (end) return end[0] * limit + end[1].results.length
  // An empty page is beyond the end, and corrects an approximate count.
  const beyond = pages.filter(([, page]) => page.results.length === 0).map(([index]) => index * limit)
  const seen = pages.map(([index, page]) => index * limit + page.results.length + (page.next === null ? 0 : 1))
  return Math.min(Math.max(...pages.map(([, page]) => page.count), ...seen), ...beyond)
}

/**
 * @param list identifies filter and order: another value resets the window
 * @param limit rows per page
 * @param visible indexes of the first and the last visible row
 */
export function usePageWindow<Row>(
  list: string,
  { key, read }: PageSource<Row>,
  limit: number,
  visible: { first: number; last: number },
): PageWindow<Row> {
  const [state, setState] = useState<{ list: string; known: Known<Row> }>({
    list,
    known: { starts: new Map(), pages: new Map() },
  })
  const known: Known<Row> = state.list === list ? state.known : { starts: new Map(), pages: new Map() }
  const { first, last } = useDebouncedPages(Math.floor(visible.first / limit), Math.floor(visible.last / limit))
  const indices = [...new Set([0, ...Array.from({ length: last - first + 1 }, (_, at) => first + at)])]
  const queries = useQueries({
    queries: indices.map((index) => {
      const start = startOf(index, known, first, limit)
      return {
        queryKey: start === null ? ['page that waits', list, index] : key(start),
        queryFn: ({ signal }: { signal: AbortSignal }) => read(start ?? {}, signal),
        enabled: start !== null,
        gcTime: index === 0 ? undefined : cacheMs,
      }
    }),
  })
  const loadedPages = indices.flatMap((index, at) => {
    const page = queries[at]?.data
    return page === undefined ? [] : [[index, page] as const]
  })
  const next = mergePages(known, loadedPages)
  if (next !== known || state.list !== list) setState({ list, known: next })

  const whole = next.pages.get(0)?.next === null ? next.pages.get(0) : undefined
  const error = queries.find((query) => query.isError)?.error ?? null
  return {
    rowAt: (index) =>
      // A service without paging returns all rows in the first page.
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
