/** Metadata of a list response: total, next page and currency (docs/dialects.md, "What is understood"). Pure. */
import { isRecord, numberOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { fold } from './values/fold.ts'
import { linkOfKind } from './values/links.ts'

/** Parameters of the request for the next rows, as the service names them. */
export type NextPageParams = Record<string, string | number>

export interface PagingPosition {
  /** Null if the response does not say that there are more rows. */
  next: NextPageParams | null
  pageSize: number | null
  style: 'offset' | 'page' | 'cursor' | 'none'
}

/** Folded names of objects that contain metadata of the list. */
const containerNames = new Set([
  'meta',
  'pagination',
  'paging',
  'page',
  'pageinfo',
  'links',
  '_links',
  'cursors',
  'metadata',
  'cursor',
  'resultinfo',
  'pageable',
  'responsemetadata',
])
const totalNames = [
  'total',
  'totalcount',
  'totalitems',
  'totalresults',
  'totalelements',
  'totalrecords',
  'totalrows',
  'totalsize',
  'totaldocs',
  'totalhits',
  'recordcount',
  'resultcount',
  'rowcount',
  'itemcount',
  'numfound',
  'nbhits',
  'totalavailable',
  '@odata.count',
  '__count',
]
/** The total, or in some services the number of rows in this response. */
const countName = 'count'
const sizeNames = ['limit', 'pagesize', 'perpage', 'itemsperpage', 'pagelimit', 'size', 'take', 'pagelength']
const offsetNames = ['offset', 'skip', 'start', 'startindex', 'from']
const pageNames = ['page', 'currentpage', 'number', 'pagenumber', 'pageindex']
const pagesNames = ['totalpages', 'pages', 'pagecount', 'lastpage', 'numpages', 'maxpage']
const hasMoreNames = ['hasmore', 'hasnext', 'hasnextpage', 'more']
/** A cursor in the response, and the parameter in which it is sent back. */
const cursorNames: readonly (readonly [string, string])[] = [
  ['nextcursor', 'cursor'],
  ['cursornext', 'cursor'],
  ['nextpagetoken', 'page_token'],
  ['nexttoken', 'next_token'],
  ['continuationtoken', 'continuation_token'],
  ['endcursor', 'after'],
  ['after', 'after'],
]
const nextNames = [
  'next',
  'nexturl',
  'nextpageurl',
  'nextlink',
  'nexthref',
  'nextpage',
  'nextpageuri',
  '@odata.nextlink',
  '__next',
]
/** Parameters of a request that hold the next position. */
const cursorParameters = [
  'cursor',
  'after',
  'page_token',
  'pagetoken',
  'next_token',
  'token',
  'starting_after',
  'continuation_token',
  'marker',
]
const positionParameters = new Set([
  ...cursorParameters,
  ...offsetNames,
  ...pageNames,
  'page[number]',
  'page[cursor]',
  'page[after]',
  'page[offset]',
  '$skip',
])

/** Maximum nesting of the objects in `containerNames`: `pagination.links.next`. */
const maxContainerDepth = 2

type Figures = ReadonlyMap<string, Json>

/** All metadata by folded name; the values closest to the rows win. */
function figuresOf(levels: readonly JsonRecord[]): Figures {
  const figures = new Map<string, Json>()
  const collect = (level: JsonRecord, depth: number) => {
    for (const [key, value] of Object.entries(level)) {
      const name = fold(key)
      const isContainer = containerNames.has(key === '_links' ? key : name)
      if (isRecord(value) && isContainer && depth < maxContainerDepth) collect(value, depth + 1)
      else if (name === 'links' && Array.isArray(value)) figures.set('next', linkOfKind(value, 'next') ?? null)
      else if (value !== null && !Array.isArray(value)) figures.set(name, value)
    }
  }
  for (const level of levels) collect(level, 0)
  return figures
}

function integerFigure(figures: Figures, names: readonly string[]): number | null {
  for (const name of names) {
    const given = figures.get(name)
    const value = numberOf(isRecord(given) ? given['value'] : given)
    if (value !== null && Number.isSafeInteger(value) && value >= 0) return value
  }
  return null
}

const textOfLink = (value: Json | undefined): string | null => {
  const text = isRecord(value) ? (value['href'] ?? value['url'] ?? null) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

const kindOfParameter = (name: string): PagingPosition['style'] =>
  cursorParameters.includes(name) || /cursor|after|token/.test(name)
    ? 'cursor'
    : /offset|skip|start|from/.test(name)
      ? 'offset'
      : 'page'

/** The position in a URL, a path or a query: reads only position parameters, never the host. */
function ofLink(link: string): Pick<PagingPosition, 'next' | 'style'> | null {
  if (!/[?=]/.test(link)) return null
  const query = new URLSearchParams(link.includes('?') ? link.slice(link.indexOf('?') + 1).replace(/#.*$/, '') : link)
  const given = [...query].filter(([name, value]) => positionParameters.has(name.toLowerCase()) && value !== '')
  const first = given.find(([name]) => kindOfParameter(name) === 'cursor') ?? given[0]
  if (first === undefined) return null
  return { next: { [first[0]]: positionValue(first[1]) }, style: kindOfParameter(first[0]) }
}

/** Converts offsets and page numbers, and also cursors of up to 15 digits: their text in a URL stays the same. */
const positionValue = (text: string): string | number => (/^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text)

function ofCursor(figures: Figures): Pick<PagingPosition, 'next' | 'style'> | null {
  for (const [name, parameter] of cursorNames) {
    const value = figures.get(name)
    if ((typeof value === 'string' && value !== '') || typeof value === 'number')
      return { next: { [parameter]: value }, style: 'cursor' }
  }
  return null
}

/** The next page by its number: `next: 2`, `nextPage: "3"`. */
function ofNextNumber(figures: Figures): Pick<PagingPosition, 'next' | 'style'> | null {
  for (const name of ['nextpage', 'next']) {
    const value = numberOf(figures.get(name))
    if (value !== null && Number.isSafeInteger(value) && value > 0) return { next: { page: value }, style: 'page' }
  }
  return null
}

/** Whether there are more rows, if the response says so. */
function reportedHasMore(figures: Figures): boolean | undefined {
  const reported = hasMoreNames.map((name) => figures.get(name)).find((value) => typeof value === 'boolean')
  const last = figures.get('last')
  return reported ?? (typeof last === 'boolean' ? !last : undefined)
}

/**
 * Whether there are more pages. Numbering from 0 is recognized only on page 0; later pages are taken as numbered from
 * 1, so that at worst an empty page follows the last one.
 */
function isMorePages(figures: Figures, page: number, total: number | null): boolean {
  const size = integerFigure(figures, sizeNames)
  const pages =
    integerFigure(figures, pagesNames) ?? (total !== null && size !== null && size > 0 ? Math.ceil(total / size) : 0)
  return page === 0 ? pages > 1 : page < pages
}

function ofFigures(
  figures: Figures,
  total: number | null,
  rows: number,
): Pick<PagingPosition, 'next' | 'style'> | null {
  const page = integerFigure(figures, pageNames)
  const offset = integerFigure(figures, offsetNames)
  const hasMore = reportedHasMore(figures)
  if (offset !== null) {
    const end = offset + rows
    const isMore = rows > 0 && (hasMore ?? (total !== null && end < total))
    return { next: isMore ? { offset: end } : null, style: 'offset' }
  }
  if (page === null) return null
  const isMore = rows > 0 && (hasMore ?? isMorePages(figures, page, total))
  return { next: isMore ? { page: page + 1 } : null, style: 'page' }
}

function pagingPosition(figures: Figures, total: number | null, rows: number): Pick<PagingPosition, 'next' | 'style'> {
  for (const name of nextNames) {
    const link = textOfLink(figures.get(name))
    const position = link === null ? null : ofLink(link)
    if (position) return position
  }
  const hasMore = hasMoreNames.every((name) => figures.get(name) !== false)
  const cursor = hasMore ? ofCursor(figures) : null
  const plain = textOfLink(figures.get('next'))
  if (cursor) return cursor
  const number = ofNextNumber(figures)
  if (number) return number
  // A `next` that is neither a URL nor a number is a cursor.
  if (plain !== null && /^[\w\-+/=.~]+$/.test(plain)) return { next: { cursor: plain }, style: 'cursor' }
  return ofFigures(figures, total, rows) ?? { next: null, style: 'none' }
}

/** Elasticsearch counts up to a limit: `{value: 10000, relation: "gte"}`. */
const isAtLeast = (total: Json | undefined): boolean => isRecord(total) && total['relation'] === 'gte'

export interface PageFigures {
  total: number | null
  isAbout: boolean
  paging: PagingPosition
  /** The currency of all rows, as the response states it; undefined if it does not. */
  currency: Json | undefined
}

/** @param levels objects around the rows, outermost first; `rows` number of rows in this response */
export function pageFigures(levels: readonly JsonRecord[], rows: number): PageFigures {
  const figures = figuresOf(levels)
  const hasMore = integerFigure(figures, totalNames)
  const position = pagingPosition(figures, hasMore ?? integerFigure(figures, [countName]), rows)
  const counted = integerFigure(figures, [countName])
  // If `count` is not larger than the number of rows and there are more pages, it counts this response only.
  const total = hasMore ?? (counted !== null && counted <= rows && position.next !== null ? null : counted)
  return {
    total,
    isAbout: figures.get('countis') === 'about' || isAtLeast(figures.get('total')),
    paging: { ...position, pageSize: integerFigure(figures, sizeNames) },
    currency: figures.get('currency'),
  }
}
