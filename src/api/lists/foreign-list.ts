/**
 * A list of a service that may ignore parameters (docs/dialects.md, "What is understood"). Detects how the list is
 * paged and which parameters take effect. The console applies the others to the loaded rows itself, and says so.
 */
import { compatibility } from '#api/compatibility.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import { nounOf } from '#api/dialect/fields/is-contract.ts'
import { type AnyEndpoint, pathNames, urlOf } from '#contract/kernel/endpoint.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { ListCache, type CachedList } from './list-cache.ts'
import { openList, localRows } from './list-holder.ts'
import { ListPaging, type PageRequest, type Params } from './list-paging.ts'
import { handledByService, listPageOf, type ListPage } from './list-page.ts'
import { listQuery, type ListQuery } from '#contract/rows/list-query.ts'
import { withNames, type Call } from './reference-names.ts'
import type { OpenedList, ListRows } from './opened-list.ts'
import type { FilterableRow } from '#contract/rows/row-value.ts'
import type { UnreadableResponse } from '#api/request/read-bytes.ts'

/** Requests for a list of another service. */
export interface ListRequestContext {
  /** Sends a GET with these parameters. Rejects like `call`. */
  send: (
    params: URLSearchParams,
  ) => Promise<{ bytes: ArrayBuffer; refusal: (opening: UnreadableResponse) => Promise<Error> }>
  signal: AbortSignal | undefined
  /** Reads the lists that resolve the names of referenced objects; without it they are not resolved. */
  call?: Call
  /** A list of another service than that of the page, whose report it does not belong to. */
  isOtherService?: true
}

/** Paging parameters, which depend on how the service pages its lists. */
const pagingNames = new Set(['limit', 'offset', 'page', 'page_size', 'cursor', 'count'])

/** @param ignoredNames parameters that the service ignores */
function sentParams(
  endpoint: AnyEndpoint,
  input: Readonly<Record<string, unknown>>,
  ignoredNames: ReadonlySet<string>,
  withOrder: boolean,
): URLSearchParams {
  const url = urlOf(endpoint, input)
  const at = url.indexOf('?')
  const params = new URLSearchParams(at === -1 ? '' : url.slice(at))
  const names = new Set(pathNames(endpoint.path))
  for (const name of new Set(params.keys()))
    if (pagingNames.has(name) || names.has(name) || ignoredNames.has(name) || (name === 'ordering' && !withOrder))
      params.delete(name)
  return params
}

/** Parameters of one page that the console requests. */
type ListInput = Readonly<Record<string, unknown>>

/**
 * Maximum rows that are filtered in the browser if the service ignores a filter: more would take many requests per
 * page.
 */
const maxLoaded = 2_000
/** Maximum requests for one page of the console, for services that give few rows at a time. */
const maxRequests = 40
/** Assumed largest page limit of a service. */
const maxPageSize = 1_000

interface Loaded {
  list: OpenedList
  request: PageRequest
  /** The response does not say that there are more rows. */
  isEnd: boolean
}

interface ClassifiedList extends Loaded {
  /** All rows for these parameters. */
  isAll: boolean
  /** Possibly incomplete, with no way to load more. */
  isTruncated: boolean
}

interface RowRange extends Loaded {
  rows: readonly FilterableRow[]
}

const isAbort = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'AbortError'

export class ForeignList {
  readonly #endpoint: AnyEndpoint
  readonly #paging = new ListPaging()
  readonly #unheeded = new Set<string>()
  /** The service ignores `ordering`. */
  #keepsOrder = false
  /** Whether the last response had all rows at once, or was possibly incomplete with no way to load more. */
  #last = { isAll: false, isTruncated: false }
  #isTried = false
  #isKnown = false
  /** Whether a trial request revealed how the list is paged. */
  #hasWay = false
  readonly #held = new ListCache()
  readonly #loading = new Map<string, Promise<Loaded>>()
  #findings: DialectFindings | null = null
  /** Facts beside the rows (counts by category) of the last response. */
  #extra: Readonly<Record<string, unknown>> = {}

  constructor(endpoint: AnyEndpoint) {
    this.#endpoint = endpoint
  }

  /** Drops the loaded rows, after a change of the list. */
  forget(): void {
    this.#paging.forget()
    this.#held.forget()
  }

  /** Rejects with ApiError, or with an Error if the browser has no memory for the list. */
  async read(input: ListInput, context: ListRequestContext): Promise<ListPage & Readonly<Record<string, unknown>>> {
    const page = await this.#read(input, context)
    const { rows: results, found } = await withNames(this.#endpoint, page.results, context.call)
    if (this.#findings !== null && context.isOtherService !== true)
      compatibility.record(this.#endpoint, {
        ...this.#findings,
        notes: [...this.#findings.notes, ...this.#notes(found)],
      })
    return { ...this.#extra, ...page, results }
  }

  /** Notes for the report about paging, filters and order. */
  #notes(lookedUp: readonly string[]): string[] {
    const unheeded = [...this.#unheeded, ...(this.#keepsOrder ? ['ordering'] : [])]
    return [
      ...lookedUp.map((noun) => `${noun}: name looked up by id.`),
      this.#last.isAll ? 'Returns all rows at once.' : this.#paging.description,
      ...(this.#last.isTruncated ? ['The list seems to be truncated, with no link to more rows.'] : []),
      ...(unheeded.length > 0 ? [`Ignored by the service and applied by the console: ${unheeded.join(', ')}.`] : []),
    ].filter((words) => words !== '')
  }

  async #read(input: ListInput, context: ListRequestContext): Promise<ListPage> {
    const query = listQuery(this.#endpoint, input)
    const sent = this.#sent(input).toString()
    const cached = this.#held.find(sent, query)
    if (cached !== null && (cached.sent === sent || (await this.#canChoose(cached.rows, query))))
      return this.#fromHeld(cached, query)
    const started = performance.now()
    // An unknown service may ignore offsets, so the first request asks for the first rows.
    const loaded = await this.#load(input, this.#isKnown ? query.offset : 0, query.limit, context)
    await this.#heed(query, loaded.list.rows)
    const first = await this.#settled(input, query, loaded, context)
    this.#isKnown = true
    this.#last = { isAll: first.isAll, isTruncated: first.isTruncated }
    if (first.isAll)
      return this.#fromHeld(
        this.#held.store(
          { rows: first.list.rows, sent: this.#sent(input).toString(), isComplete: true, isTruncated: false },
          started,
        ),
        query,
      )
    if (this.#choosesHere(query, first)) return this.#chooseHere(input, query, first.isTruncated, context)
    const range = await this.#reach(input, query, query.offset, first, context)
    return this.#fill(input, query, { ...range, isTruncated: first.isTruncated }, context)
  }

  /** Whether the rows contain all filtered fields. By a field that they lack, only the service can filter. */
  async #canChoose(rows: ListRows, query: ListQuery): Promise<boolean> {
    const open = query.tests.filter(({ parameter }) => !this.#unheeded.has(parameter))
    return open.length === 0 || (await rows.findUnverifiable({ ...query, tests: open })).length === 0
  }

  /** Learns which parameters the service ignores. */
  async #heed(query: ListQuery, rows: ListRows): Promise<void> {
    const ignored = await rows.findIgnored(query)
    for (const name of ignored.ignored) this.#unheeded.add(name)
    if (!ignored.isOrdered) this.#keepsOrder = true
  }

  /** Whether the console loads more rows to filter them; only to sort them if all rows can be loaded. */
  #choosesHere({ tests, ordering }: ListQuery, { list, request, isEnd }: Loaded): boolean {
    if (tests.some(({ parameter }) => this.#unheeded.has(parameter))) return true
    if (!this.#keepsOrder || ordering.length === 0) return false
    const { total } = list.info
    return (isEnd && request.start === 0) || (total !== null && total <= maxLoaded)
  }

  /** The parameters to send, without those that the service ignores. */
  #sent(input: ListInput): URLSearchParams {
    return sentParams(this.#endpoint, input, this.#unheeded, !this.#keepsOrder)
  }

  async #fromHeld({ rows: all, sent, isComplete, isTruncated }: CachedList, query: ListQuery): Promise<ListPage> {
    const sentParameters = new URLSearchParams(sent)
    const tests = query.tests.filter(({ parameter }) => !sentParameters.has(parameter))
    // Sorting only a part of the list would show the wrong first rows.
    const ordering = isComplete ? query.ordering : []
    const { rows, count } = await all.page({ ...query, tests, ordering })
    return listPageOf(query, rows, count, query.offset + rows.length < count, {
      parameters: [...new Set(tests.map(({ parameter }) => parameter))],
      ordering: ordering.length < query.ordering.length && this.#keepsOrder ? 'ignored' : 'asked',
      loaded: all.size,
      isComplete,
      isTruncated,
      hasTotal: isComplete,
    })
  }

  /** Loads all rows, up to a limit, and filters them. */
  async #chooseHere(
    input: ListInput,
    query: ListQuery,
    isTruncated: boolean,
    context: ListRequestContext,
  ): Promise<ListPage> {
    const started = performance.now()
    const sent = this.#sent(input).toString()
    const rows: FilterableRow[] = []
    let isEnd = false
    for (let request = 0; request < maxRequests && rows.length < maxLoaded && !isEnd; request += 1) {
      const range = await this.#piece(input, query, rows.length, maxLimit, context)
      rows.push(...range.rows)
      isEnd = range.isEnd
    }
    return this.#fromHeld(
      this.#held.store(
        { rows: localRows(rows), sent, isComplete: isEnd && !isTruncated, isTruncated: isEnd && isTruncated },
        started,
      ),
      query,
    )
  }

  /** Assembles a page of the console from pages of any size. */
  async #fill(
    input: ListInput,
    query: ListQuery,
    first: RowRange & { isTruncated: boolean },
    context: ListRequestContext,
  ): Promise<ListPage> {
    const { isTruncated } = first
    const rows = [...first.rows]
    let last: RowRange = first
    for (let request = 1; request < maxRequests && rows.length < query.limit && !last.isEnd; request += 1) {
      last = await this.#piece(input, query, query.offset + rows.length, query.limit, context)
      rows.push(...last.rows)
    }
    const { total, isAbout } = last.list.info
    const results = rows.slice(0, query.limit)
    const end = query.offset + results.length
    const isMore = results.length > 0 && (results.length < rows.length || !last.isEnd)
    const page = listPageOf(query, results, Math.max(total ?? end + (isMore ? 1 : 0), end), isMore, {
      ...handledByService,
      ordering: this.#keepsOrder && query.ordering.length > 0 ? 'ignored' : 'asked',
      loaded: end,
      isTruncated: isTruncated && !isMore,
      hasTotal: total !== null || (!isMore && !isTruncated),
    })
    return isAbout ? { ...page, count_is: 'about' } : page
  }

  /** Rows from an index on: at least one, unless the list ends before. */
  async #piece(
    input: ListInput,
    query: ListQuery,
    at: number,
    limit: number,
    context: ListRequestContext,
  ): Promise<RowRange> {
    return this.#reach(input, query, at, await this.#load(input, at, limit, context), context)
  }

  /** With cursors, loads page after page until the index is reached. */
  async #reach(
    input: ListInput,
    query: ListQuery,
    at: number,
    first: Loaded,
    context: ListRequestContext,
  ): Promise<RowRange> {
    let loaded = first
    for (let request = 1; ; request += 1) {
      const { rows } = loaded.list
      const from = at - loaded.request.start
      if (from < rows.size || loaded.isEnd || rows.size === 0 || request >= maxRequests) {
        const found = await rows.page({ ...query, tests: [], ordering: [], offset: from, limit: rows.size })
        return { ...loaded, rows: found.rows }
      }
      loaded = await this.#load(input, at, loaded.request.limit, context)
    }
  }

  /** Requests the rows at an index; concurrent requests for the same index share one. */
  async #load(input: ListInput, at: number, limit: number, context: ListRequestContext): Promise<Loaded> {
    const of = this.#sent(input).toString()
    const request = this.#paging.requestFor(of, at, limit)
    const key = `${of} ${JSON.stringify(request)}`
    const pending = this.#loading.get(key)
    if (pending !== undefined) {
      try {
        return await pending
      } catch (problem) {
        // The first caller aborted its request: this one sends its own.
        if (!isAbort(problem) || context.signal?.aborted === true) throw problem
        return this.#load(input, at, limit, context)
      }
    }
    const loading = this.#open(input, request.params, context)
      .then((list) => ({ list, request, isEnd: this.#paging.learn(of, request, list.info, list.rows.size) }))
      .finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async #open(input: ListInput, position: Params, context: ListRequestContext): Promise<OpenedList> {
    const params = this.#sent(input)
    for (const [name, value] of Object.entries(position)) params.set(name, String(value))
    const response = await context.send(params)
    const opening = await openList(nounOf(this.#endpoint) ?? this.#endpoint.noun, response.bytes)
    if (opening.is !== 'list') throw await response.refusal(opening)
    this.#extra = opening.info.extra
    this.#findings = opening.info.findings
    return opening
  }

  /**
   * Finds out whether the first page is the whole list, and how the list is paged. If no response says so, probes once.
   */
  async #settled(
    input: ListInput,
    query: ListQuery,
    first: Loaded,
    context: ListRequestContext,
  ): Promise<ClassifiedList> {
    const { info, rows } = first.list
    const { limit, start } = first.request
    const isReported = this.#hasWay || info.paging.next !== null || info.paging.style !== 'none'
    if (isReported || start > 0 || rows.size === 0) return { ...first, isAll: false, isTruncated: false }
    const isLong = rows.size > maxPageSize
    // As many as requested, or a round number, which suggests a page limit.
    const isRound = rows.size === limit || (rows.size % 10 === 0 && !isLong)
    if (!this.#isTried && (info.total === null ? isRound : rows.size < info.total)) {
      this.#isTried = true
      const next = await this.#findWay(input, rows, limit, context)
      if (next !== null) return { ...first, isEnd: next === 0, isAll: false, isTruncated: false }
    }
    const isTruncated = info.total === null ? rows.size === limit : rows.size < info.total
    return { ...first, isAll: !isTruncated && (rows.size > query.limit || isLong), isTruncated }
  }

  /** Tries offsets, then pages, and uses the one that gives other rows. Returns the number of rows; null = neither. */
  async #findWay(input: ListInput, rows: ListRows, limit: number, context: ListRequestContext): Promise<number | null> {
    const first = await idAt(rows)
    for (const style of ['offset', 'page'] as const) {
      const position: Params =
        style === 'offset' ? { limit, offset: rows.size } : { limit, page: 2, page_size: rows.size }
      const next = await this.#open(input, position, context).catch((problem: unknown) => {
        if (isAbort(problem)) throw problem
        // The service refuses the unknown parameter.
        return null
      })
      const id = next === null ? first : await idAt(next.rows)
      if (id === first) continue
      this.#paging.assume(style, rows.size, limit)
      this.#hasWay = true
      return next?.rows.size ?? 0
    }
    return null
  }
}

const firstRowQuery: ListQuery = { noun: 'flow', tests: [], ordering: [], offset: 0, limit: 1, zone: 'UTC' }

/** Id of the first row; undefined if there is none. */
const idAt = async (rows: ListRows): Promise<unknown> => (await rows.page(firstRowQuery)).rows[0]?.['id']
