/** Parses bytes to rows: in the worker, or on the page if they are few. */
import { exactJson } from '#api/dialect/values/exact-json.ts'
import { readList } from '#api/dialect/read-list.ts'
import { parsedBytes, type NoAnswer } from '#api/request/read-bytes.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { ListFacts } from './opened-list.ts'

type ListOfBytes = { is: 'list'; facts: ListFacts; rows: JsonRecord[] } | NoAnswer

/** @param noun of the rows, as in the table of fields */
export function listOfBytes(noun: string, bytes: ArrayBuffer): ListOfBytes {
  const json = parsedBytes(bytes)
  if (json.is !== 'answer') return json
  const { rows, shape, ...facts } = readList(noun, exactJson(new TextDecoder().decode(bytes), json.answer), {
    now: Date.now(),
  })
  return shape === null ? { is: 'no list' } : { is: 'list', facts: { ...facts, shape }, rows }
}
