/** Wrappers of services around rows and objects. Independent of the dialect reader. */
import type { Answer, Dialect, Json } from './dialect.ts'

/** Paging fields of the first page, and the query of the next page. */
export interface Paged {
  figures: Answer
  next: Record<string, string | number> | null
}

const host = 'https://elsewhere.example/v1/things/?status=open&'

export function pagedOf(count: number, total: number, { paging }: Dialect): Paged {
  const isMore = count > 0 && count < total
  const link = (query: string) => (isMore ? query : null)
  switch (paging) {
    case 'offset':
      return { figures: { limit: count, offset: 0 }, next: isMore ? { offset: count } : null }
    case 'page': {
      const pages = count === 0 ? 0 : Math.ceil(total / count)
      return { figures: { page: 1, per_page: count, total_pages: pages }, next: isMore ? { page: 2 } : null }
    }
    case 'cursor':
      return {
        figures: { next_cursor: isMore ? 'b2Zmc2V0' : null, has_more: isMore },
        next: isMore ? { cursor: 'b2Zmc2V0' } : null,
      }
    case 'token':
      return { figures: { nextPageToken: isMore ? 'CAUQAA' : '' }, next: isMore ? { page_token: 'CAUQAA' } : null }
    case 'link':
      return { figures: { next: link(`${host}limit=2&offset=${count}`) }, next: isMore ? { offset: count } : null }
    case 'path':
      return { figures: { links: { next: link('/things?cursor=abc%3D') } }, next: isMore ? { cursor: 'abc=' } : null }
    default:
      return { figures: {}, next: null }
  }
}

const deeper = (answer: Answer, { isDeep, saysSuccess }: Dialect): Answer => ({
  ...(isDeep ? { response: answer } : answer),
  ...(saysSuccess ? { success: true } : {}),
})

/** A list in the dialect; a bare array has no figures. */
export function writeList(rows: Json[], noun: string, figures: Answer, dialect: Dialect): Json {
  if (dialect.envelope === 'bare') return rows
  const key = dialect.envelope === 'noun' ? `${noun}s` : dialect.envelope
  return deeper({ [key]: rows, ...(dialect.figures === 'beside' ? figures : { [dialect.figures]: figures }) }, dialect)
}

/** An object in the dialect. */
export function writeObject(object: Answer, noun: string, dialect: Dialect): Json {
  const { wrapper, idName } = dialect
  if (wrapper === 'bare') return object
  if (wrapper === 'attributes') {
    const { [idName]: id, ...rest } = object
    return { data: { type: noun, ...(id === undefined ? {} : { id }), attributes: rest } }
  }
  return wrapper.split('.').reduceRight<Answer>(
    (inner, key, index) => ({
      [key === 'noun' ? noun : key]: inner,
      ...(index === 0 && dialect.saysSuccess ? { success: true } : {}),
    }),
    object,
  )
}
