/** One answer that is a list: what it says beside its rows, and its rows, wherever they are held. */
import type { ReadList } from '#api/dialect/read-list.ts'
import type { NoAnswer } from '#api/request/read-bytes.ts'
import type { ListQuery, Heeded } from './list-query.ts'
import type { RowPage } from './local-rows.ts'

/** What an answer says beside its rows. */
export type ListFacts = Omit<ReadList, 'rows' | 'shape'> & { shape: string }

/** Rows that are here, or in a worker where they are many. All reject with an Error where what held them is gone. */
export interface ListRows {
  readonly size: number
  page: (query: ListQuery) => Promise<RowPage>
  /** Whether rows are what was asked for. */
  heed: (query: ListQuery) => Promise<Heeded>
  /** Parameters of which some rows do not say whether they match. */
  untold: (query: ListQuery) => Promise<readonly string[]>
}

export interface ListAnswer {
  is: 'list'
  facts: ListFacts
  rows: ListRows
}

export type ListOpening = ListAnswer | NoAnswer
