/** Bytes that are one object of a noun: for workers, which know no endpoints, and have the table of fields with them. */
import type { AnyEndpoint, Answer, Noun } from '#contract/kernel.ts'
import { exactJson } from './dialect/exact-json.ts'
import { isContractRow, objectNounOf } from './dialect/is-contract.ts'
import { parsedBytes, type Read } from './read-bytes.ts'

/** In the shape of the contract. What reads dialects is loaded where they are not in that shape already. */
export async function readObjectBytes<E extends AnyEndpoint>(noun: Noun, bytes: ArrayBuffer): Promise<Read<Answer<E>>> {
  const read = parsedBytes(bytes)
  if (read.is !== 'answer') return read
  const known = objectNounOf(noun)
  if (known !== null && isContractRow(known, read.answer))
    return { is: 'answer', answer: read.answer as Answer<E>, findings: null }
  const { readObject } = await import('./dialect/read-object.ts')
  const { object, findings } = readObject(known ?? noun, exactJson(new TextDecoder().decode(bytes), read.answer), {
    now: Date.now(),
  })
  return { is: 'answer', answer: (object ?? read.answer) as Answer<E>, findings }
}
