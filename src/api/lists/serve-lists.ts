/** Holds long lists and serves their rows: in a worker, or on the page if no worker can be started. */
import type { ListReply, ListRequest, OpenReply } from './list-messages.ts'
import { LocalRows } from './local-rows.ts'
import { exactJson } from '#api/dialect/values/exact-json.ts'
import { readList } from '#api/dialect/read-list.ts'
import { parsedBytes, type UnreadableResponse } from '#api/request/read-bytes.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { ListInfo } from './opened-list.ts'

type ListOfBytes = { is: 'list'; info: ListInfo; rows: JsonRecord[] } | UnreadableResponse

/**
 * Parses bytes to rows: in the worker, or on the page if they are few.
 * @param noun of the rows, as in the table of fields
 */
export function listOfBytes(noun: string, bytes: ArrayBuffer): ListOfBytes {
  const json = parsedBytes(bytes)
  if (json.is !== 'answer') return json
  const { rows, shape, ...info } = readList(noun, exactJson(new TextDecoder().decode(bytes), json.body), {
    now: Date.now(),
  })
  return shape === null ? { is: 'no list' } : { is: 'list', info: { ...info, shape }, rows }
}

type Question = Exclude<ListRequest, { kind: 'forget' }>

export class ListService {
  readonly #say: (reply: ListReply) => void
  readonly #held = new Map<number, LocalRows>()

  constructor(send: (reply: ListReply) => void) {
    this.#say = send
  }

  handle(request: ListRequest): void {
    if (request.kind === 'forget') {
      this.#held.delete(request.key)
      return
    }
    const { id } = request
    try {
      this.#say({ id, is: 'done', result: this.#answer(request) })
    } catch (problem) {
      this.#say({ id, is: 'failed', message: problem instanceof Error ? problem.message : String(problem) })
    }
  }

  #answer(request: Question) {
    if (request.kind === 'open') return this.#open(request)
    const list = this.#held.get(request.key)
    if (list === undefined) throw new Error('The list is no longer loaded. Reload the page.')
    if (request.kind === 'page') return list.page(request.query)
    return request.kind === 'find ignored' ? list.findIgnored(request.query) : list.findUnverifiable(request.query)
  }

  #open({ key, noun, bytes }: Extract<Question, { kind: 'open' }>): OpenReply {
    const read = listOfBytes(noun, bytes)
    if (read.is !== 'list') return read
    this.#held.set(key, new LocalRows(read.rows))
    return { is: 'list', info: read.info, size: read.rows.length }
  }
}
