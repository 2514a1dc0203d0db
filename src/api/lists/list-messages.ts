/** Messages between the page and the worker that holds long lists. */
import type { UnreadableResponse } from '#api/request/read-bytes.ts'
import type { RowPage, IgnoredParameters } from './local-rows.ts'
import type { ListQuery } from '#contract/rows/list-query.ts'
import type { ListInfo } from './opened-list.ts'

/** `key` identifies a list; the page assigns it. */
export type ListRequest =
  | { kind: 'open'; id: number; key: number; noun: string; bytes: ArrayBuffer }
  | { kind: 'page'; id: number; key: number; query: ListQuery }
  | { kind: 'find ignored'; id: number; key: number; query: ListQuery }
  | { kind: 'find unverifiable'; id: number; key: number; query: ListQuery }
  | { kind: 'forget'; key: number }

/** Outcome of `open`. */
export type OpenReply = { is: 'list'; info: ListInfo; size: number } | UnreadableResponse

export type ListReply =
  | { id: number; is: 'done'; result: OpenReply | RowPage | IgnoredParameters | readonly string[] }
  | { id: number; is: 'failed'; message: string }
