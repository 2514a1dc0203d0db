/** A response that is a list: its facts, and access to its rows on the page or in a worker. */
import type { ReadList } from '#api/dialect/read-list.ts'
import type { UnreadableResponse } from '#api/request/read-bytes.ts'
import type { ListQuery } from '#contract/rows/list-query.ts'
import type { RowPage, IgnoredParameters } from './local-rows.ts'

/** Facts of a response beside its rows. */
export type ListInfo = Omit<ReadList, 'rows' | 'shape'> & { shape: string }

/** Rows on the page, or in a worker if they are many. All methods reject with an Error if the worker is gone. */
export interface ListRows {
  readonly size: number
  page: (query: ListQuery) => Promise<RowPage>
  /** Compares the rows with the request. */
  findIgnored: (query: ListQuery) => Promise<IgnoredParameters>
  /** Parameters of fields that some rows lack, so that their match is unknown. */
  findUnverifiable: (query: ListQuery) => Promise<readonly string[]>
}

export interface OpenedList {
  is: 'list'
  info: ListInfo
  rows: ListRows
}

export type ListOpening = OpenedList | UnreadableResponse
