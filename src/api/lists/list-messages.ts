/** Messages between the page and the worker that holds long lists. */
import type { NoAnswer } from '#api/request/read-bytes.ts'
import type { RowPage } from './local-rows.ts'
import type { ListQuery, Heeded } from './list-query.ts'
import type { ListFacts } from './opened-list.ts'

/** `key` identifies a list; the page assigns it. */
export type ListRequest =
  | { kind: 'open'; id: number; key: number; noun: string; bytes: ArrayBuffer }
  | { kind: 'page'; id: number; key: number; query: ListQuery }
  | { kind: 'heed'; id: number; key: number; query: ListQuery }
  | { kind: 'untold'; id: number; key: number; query: ListQuery }
  | { kind: 'forget'; key: number }

/** Outcome of `open`. */
export type OpenReply = { is: 'list'; facts: ListFacts; size: number } | NoAnswer

export type ListReply =
  | { id: number; is: 'done'; answer: OpenReply | RowPage | Heeded | readonly string[] }
  | { id: number; is: 'failed'; message: string }
