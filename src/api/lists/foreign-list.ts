/**
 * A list of a service that is not known to heed what it is asked (docs/dialects.md, "What is understood"). It learns how the list
 * goes on and which parameters are heeded. What is not heeded the console does itself, over what is loaded, and says so.
 */
import { compatibility } from '#api/compatibility.ts'
import type { DialectFindings } from '#api/dialect/findings.ts'
import { nounOf } from '#api/dialect/fields/is-contract.ts'
import { type AnyEndpoint, pathNames, urlOf } from '#contract/kernel/kernel.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import type { AskList } from './ask-list.ts'
import { ListCache, type CachedList } from './list-cache.ts'
import { openList, rowsHere } from './list-holder.ts'
import { ListPaging, type PageRequest, type Params } from './list-paging.ts'
import { nothingMissing, listPageOf, type ListPage } from './list-page.ts'
import { listQuery, type ListQuery } from './list-query.ts'
import { withNames } from './reference-names.ts'
import type { ListAnswer, ListRows } from './opened-list.ts'
import type { FilterableRow } from './row-value.ts'

/** These follow from how the service gives its lists. */
const placeNames = new Set(['limit', 'offset', 'page', 'page_size', 'cursor', 'count'])

/** @param without parameters that the service does not heed */
function sentParams(
  endpoint: AnyEndpoint,
  input: Readonly<Record<string, unknown>>,
  without: ReadonlySet<string>,
  withOrder: boolean,
): URLSearchParams {
  const url = urlOf(endpoint, input)
  const at = url.indexOf('?')
  const params = new URLSearchParams(at === -1 ? '' : url.slice(at))
  const names = new Set(pathNames(endpoint.path))
  for (const name of new Set(params.keys()))
    if (placeNames.has(name) || names.has(name) || without.has(name) || (name === 'ordering' && !withOrder))
      params.delete(name)
  return params
}

/** What a page of the console asks for. */
type ListInput = Readonly<Record<string, unknown>>

/** Rows that are looked through here where the service does not heed a filter: more would be many requests for one page. */
const maxLoaded = 2_000
/** Requests for one page of the console: a service that gives five rows at a time must not be asked for ever. */
const maxRequests = 40
/** Nobody cuts a list at a longer one. */
const longestPage = 1_000

interface Loaded {
  list: ListAnswer
  asked: PageRequest
  /** Nothing says that there is more. */
  isEnd: boolean
}

interface Settled extends Loaded {
  /** All rows of what was sent. */
  isAll: boolean
  /** Perhaps not all, with no way to more. */
  isCut: boolean
}

interface Piece extends Loaded {
  rows: readonly FilterableRow[]
}

const isAbort = (problem: unknown): boolean => problem instanceof DOMException && problem.name === 'AbortError'

export class ForeignList {
  readonly #endpoint: AnyEndpoint
  readonly #paging = new ListPaging()
  readonly #unheeded = new Set<string>()
  /** The service has an order of its own. */
  #keepsOrder = false
  /** Of the last answer: all rows came at once; perhaps not all came, and there is no way to more. */
  #last = { isAll: false, isCut: false }
  #isTried = false
  #isKnown = false
  /** A way to go on was found by trying. */
  #hasWay = false
  readonly #held = new ListCache()
  readonly #loading = new Map<string, Promise<Loaded>>()
  #findings: DialectFindings | null = null
  /** What the answers say beside their rows (counts by category), of the last one. */
  #extra: Readonly<Record<string, unknown>> = {}

  constructor(endpoint: AnyEndpoint) {
    this.#endpoint = endpoint
  }

  /** The list may be another one now. */
  forget(): void {
    this.#paging.forget()
    this.#held.forget()
  }

  /** Rejects with ApiError, or with an Error where the browser has no room for the list. */
  async read(input: ListInput, ask: AskList): Promise<ListPage & Readonly<Record<string, unknown>>> {
    const page = await this.#read(input, ask)
    const { rows: results, found } = await withNames(this.#endpoint, page.results, ask.call)
    if (this.#findings !== null)
      compatibility.note(this.#endpoint, { ...this.#findings, notes: [...this.#findings.notes, ...this.#notes(found)] })
    return { ...this.#extra, ...page, results }
  }

  /** What was learnt of the list beside the shape of its rows. */
  #notes(lookedUp: readonly string[]): string[] {
    const unheeded = [...this.#unheeded, ...(this.#keepsOrder ? ['ordering'] : [])]
    return [
      ...lookedUp.map((noun) => `${noun}: name looked up by id.`),
      this.#last.isAll ? 'Returns all rows at once.' : this.#paging.words,
      ...(this.#last.isCut ? ['The list seems to be cut, with no link to more.'] : []),
      ...(unheeded.length > 0 ? [`Ignored by the service and done by the console: ${unheeded.join(', ')}.`] : []),
    ].filter((words) => words !== '')
  }

  async #read(input: ListInput, ask: AskList): Promise<ListPage> {
    const query = listQuery(this.#endpoint, input)
    const sent = this.#sent(input).toString()
    const held = this.#held.find(sent, query)
    if (held !== null && (held.sent === sent || (await this.#canChoose(held.rows, query))))
      return this.#fromHeld(held, query)
    const started = performance.now()
    // A service that is not known yet may pass over offsets: its first answer counts as its first rows.
    const loaded = await this.#load(input, this.#isKnown ? query.offset : 0, query.limit, ask)
    await this.#heed(query, loaded.list.rows)
    const first = await this.#settled(input, query, loaded, ask)
    this.#isKnown = true
    this.#last = { isAll: first.isAll, isCut: first.isCut }
    if (first.isAll)
      return this.#fromHeld(
        this.#held.keep(
          { rows: first.list.rows, sent: this.#sent(input).toString(), isWhole: true, isCut: false },
          started,
        ),
        query,
      )
    if (this.#choosesHere(query, first)) return this.#chooseHere(input, query, first.isCut, ask)
    const piece = await this.#reach(input, query, query.offset, first, ask)
    return this.#fill(input, query, { ...piece, isCut: first.isCut }, ask)
  }

  /** Whether rows say all that was asked of them: what they do not say the service may know. */
  async #canChoose(rows: ListRows, query: ListQuery): Promise<boolean> {
    const open = query.tests.filter(({ parameter }) => !this.#unheeded.has(parameter))
    return open.length === 0 || (await rows.untold({ ...query, tests: open })).length === 0
  }

  /** Learns which parameters the service passes over. */
  async #heed(query: ListQuery, rows: ListRows): Promise<void> {
    const told = await rows.heed(query)
    for (const name of told.unheeded) this.#unheeded.add(name)
    if (!told.isOrdered) this.#keepsOrder = true
  }

  /** Whether the console loads rows ahead to choose from them; for an order alone only where all can be loaded. */
  #choosesHere({ tests, ordering }: ListQuery, { list, asked, isEnd }: Loaded): boolean {
    if (tests.some(({ parameter }) => this.#unheeded.has(parameter))) return true
    if (!this.#keepsOrder || ordering.length === 0) return false
    const { total } = list.facts
    return (isEnd && asked.start === 0) || (total !== null && total <= maxLoaded)
  }

  /** What the service is asked, as far as it heeds it. */
  #sent(input: ListInput): URLSearchParams {
    return sentParams(this.#endpoint, input, this.#unheeded, !this.#keepsOrder)
  }

  async #fromHeld({ rows: all, sent, isWhole, isCut }: CachedList, query: ListQuery): Promise<ListPage> {
    const given = new URLSearchParams(sent)
    const tests = query.tests.filter(({ parameter }) => !given.has(parameter))
    // A part of a list in another order would hide what comes first.
    const ordering = isWhole ? query.ordering : []
    const { rows, count } = await all.page({ ...query, tests, ordering })
    return listPageOf(query, rows, count, query.offset + rows.length < count, {
      parameters: [...new Set(tests.map(({ parameter }) => parameter))],
      ordering: ordering.length < query.ordering.length && this.#keepsOrder ? 'unheeded' : 'asked',
      loaded: all.size,
      isWhole,
      isCut,
      hasTotal: isWhole,
    })
  }

  /** Loads what there is, up to a limit, and chooses from it. */
  async #chooseHere(input: ListInput, query: ListQuery, isCut: boolean, ask: AskList): Promise<ListPage> {
    const started = performance.now()
    const sent = this.#sent(input).toString()
    const rows: FilterableRow[] = []
    let isEnd = false
    for (let request = 0; request < maxRequests && rows.length < maxLoaded && !isEnd; request += 1) {
      const piece = await this.#piece(input, query, rows.length, maxLimit, ask)
      rows.push(...piece.rows)
      isEnd = piece.isEnd
    }
    return this.#fromHeld(
      this.#held.keep({ rows: rowsHere(rows), sent, isWhole: isEnd && !isCut, isCut: isEnd && isCut }, started),
      query,
    )
  }

  /** A page of the console out of pieces of any size. */
  async #fill(input: ListInput, query: ListQuery, first: Piece & { isCut: boolean }, ask: AskList): Promise<ListPage> {
    const { isCut } = first
    const rows = [...first.rows]
    let last: Piece = first
    for (let request = 1; request < maxRequests && rows.length < query.limit && !last.isEnd; request += 1) {
      last = await this.#piece(input, query, query.offset + rows.length, query.limit, ask)
      rows.push(...last.rows)
    }
    const { total, isAbout } = last.list.facts
    const results = rows.slice(0, query.limit)
    const end = query.offset + results.length
    const isMore = results.length > 0 && (results.length < rows.length || !last.isEnd)
    const page = listPageOf(query, results, Math.max(total ?? end + (isMore ? 1 : 0), end), isMore, {
      ...nothingMissing,
      ordering: this.#keepsOrder && query.ordering.length > 0 ? 'unheeded' : 'asked',
      loaded: end,
      isCut: isCut && !isMore,
      hasTotal: total !== null || (!isMore && !isCut),
    })
    return isAbout ? { ...page, count_is: 'about' } : page
  }

  /** Rows from a place on: at least one, if there is one. */
  async #piece(input: ListInput, query: ListQuery, at: number, limit: number, ask: AskList): Promise<Piece> {
    return this.#reach(input, query, at, await this.#load(input, at, limit, ask), ask)
  }

  /** By cursors one goes from piece to piece until the place is reached. */
  async #reach(input: ListInput, query: ListQuery, at: number, first: Loaded, ask: AskList): Promise<Piece> {
    let loaded = first
    for (let request = 1; ; request += 1) {
      const { rows } = loaded.list
      const from = at - loaded.asked.start
      if (from < rows.size || loaded.isEnd || rows.size === 0 || request >= maxRequests) {
        const found = await rows.page({ ...query, tests: [], ordering: [], offset: from, limit: rows.size })
        return { ...loaded, rows: found.rows }
      }
      loaded = await this.#load(input, at, loaded.asked.limit, ask)
    }
  }

  /** Asks for a place, once where it is asked for twice at the same time. */
  async #load(input: ListInput, at: number, limit: number, ask: AskList): Promise<Loaded> {
    const of = this.#sent(input).toString()
    const asked = this.#paging.ask(of, at, limit)
    const key = `${of} ${JSON.stringify(asked)}`
    const under = this.#loading.get(key)
    if (under !== undefined) {
      try {
        return await under
      } catch (problem) {
        // Whoever asked first needs it no more: this one does.
        if (!isAbort(problem) || ask.signal?.aborted === true) throw problem
        return this.#load(input, at, limit, ask)
      }
    }
    const loading = this.#open(input, asked.params, ask)
      .then((list) => ({ list, asked, isEnd: this.#paging.learn(of, asked, list.facts, list.rows.size) }))
      .finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async #open(input: ListInput, place: Params, ask: AskList): Promise<ListAnswer> {
    const params = this.#sent(input)
    for (const [name, value] of Object.entries(place)) params.set(name, String(value))
    const answer = await ask.send(params)
    const opening = await openList(nounOf(this.#endpoint) ?? this.#endpoint.noun, answer.bytes)
    if (opening.is !== 'list') throw await answer.refusal(opening)
    this.#extra = opening.facts.extra
    this.#findings = opening.facts.findings
    return opening
  }

  /** Finds out whether the first piece is the whole list, and how it goes on. Where nothing says so, it is tried out once. */
  async #settled(input: ListInput, query: ListQuery, first: Loaded, ask: AskList): Promise<Settled> {
    const { facts, rows } = first.list
    const { limit, start } = first.asked
    const isTold = this.#hasWay || facts.place.next !== null || facts.place.style !== 'none'
    if (isTold || start > 0 || rows.size === 0) return { ...first, isAll: false, isCut: false }
    const isLong = rows.size > longestPage
    // As many as were asked for, or a number at which lists are cut.
    const isRound = rows.size === limit || (rows.size % 10 === 0 && !isLong)
    if (!this.#isTried && (facts.total === null ? isRound : rows.size < facts.total)) {
      this.#isTried = true
      const further = await this.#findWay(input, rows, limit, ask)
      if (further !== null) return { ...first, isEnd: further === 0, isAll: false, isCut: false }
    }
    const isCut = facts.total === null ? rows.size === limit : rows.size < facts.total
    return { ...first, isAll: !isCut && (rows.size > query.limit || isLong), isCut }
  }

  /** Tries offsets, then pages: whichever gives other rows is the way to go on. How many it gives; null = there is no way. */
  async #findWay(input: ListInput, rows: ListRows, limit: number, ask: AskList): Promise<number | null> {
    const first = await idAt(rows)
    for (const style of ['offset', 'page'] as const) {
      const place: Params = style === 'offset' ? { limit, offset: rows.size } : { limit, page: 2, page_size: rows.size }
      const further = await this.#open(input, place, ask).catch((problem: unknown) => {
        if (isAbort(problem)) throw problem
        // It refuses what it does not know.
        return null
      })
      const id = further === null ? first : await idAt(further.rows)
      if (id === first) continue
      this.#paging.assume(style, rows.size, limit)
      this.#hasWay = true
      return further?.rows.size ?? 0
    }
    return null
  }
}

const nothingAsked: ListQuery = { noun: 'flow', tests: [], ordering: [], offset: 0, limit: 1, zone: 'UTC' }

/** Of the first row; undefined where there is none. */
const idAt = async (rows: ListRows): Promise<unknown> => (await rows.page(nothingAsked)).rows[0]?.['id']
