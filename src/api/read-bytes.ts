/**
 * The text of an answer, read where it lies: in a worker as well as on the page. Pure. A file of the kernel: the one type
 * assertion says that an answer, once read by the dialect, has the contract's type.
 */
import type { AnyEndpoint, Answer } from '#contract/kernel.ts'
import type { Json } from '#lib/json.ts'
import type { Findings } from './dialect/findings.ts'
import { isReference } from './service-kind.ts'

/** Why a body that came with a good status is no answer. */
export type NoAnswer =
  | { is: 'not json' }
  /** Some services say in the body of a 200 that it is none; `raw` = the body. */
  | { is: 'failure'; raw: string }
  /** JSON in which no list is found where one was asked for. */
  | { is: 'no list' }

export type Read<T> =
  | {
      is: 'answer'
      answer: T
      /** What was understood of an answer in another shape than the contract's; null where it was in that. */
      findings: Findings | null
    }
  | NoAnswer

const saysFailure = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && 'success' in json && json.success === false

function parsed(raw: string): Read<Json> {
  let json: Json = null
  try {
    json = JSON.parse(raw)
  } catch {
    return { is: 'not json' }
  }
  return saysFailure(json) ? { is: 'failure', raw } : { is: 'answer', answer: json, findings: null }
}

/**
 * Whether an answer needs no look: the service says that it is one of this contract, or nobody else has the endpoint. The
 * check by the table of fields, and what reads dialects, are loaded for all others alone.
 */
const isTrusted = ({ extension }: AnyEndpoint): boolean => isReference() === true || extension !== null

/** An answer's text in the shape of the contract; null where it is empty or the endpoint answers with nothing. */
export async function readText<E extends AnyEndpoint>(endpoint: E, raw: string): Promise<Read<Answer<E>>> {
  if (raw === '' || endpoint.returns === null) return { is: 'answer', answer: null as Answer<E>, findings: null }
  const read = parsed(raw)
  // "OK" after a write: it is done, and there is nothing to read. A page in HTML is another one's.
  if (read.is === 'not json' && endpoint.method !== 'GET' && !raw.trimStart().startsWith('<'))
    return { is: 'answer', answer: null as Answer<E>, findings: null }
  if (read.is !== 'answer') return read
  if (isTrusted(endpoint)) return { is: 'answer', answer: read.answer as Answer<E>, findings: null }
  const { isContract } = await import('./dialect/is-contract.ts')
  if (isContract(endpoint, read.answer)) return { is: 'answer', answer: read.answer as Answer<E>, findings: null }
  const [{ readAnswer }, { exactJson }] = await Promise.all([
    import('./dialect/read-answer.ts'),
    import('./dialect/exact-json.ts'),
  ])
  const { answer, findings } = readAnswer(endpoint, exactJson(raw, read.answer), { now: Date.now() })
  return { is: 'answer', answer: answer as Answer<E>, findings }
}

/** Bytes as JSON. */
export const parsedBytes = (bytes: ArrayBuffer): Read<Json> => parsed(new TextDecoder().decode(bytes))

/** Bytes as a page of the contract; null where they are a list of another shape, or none. */
export async function readPage<E extends AnyEndpoint>(
  endpoint: E,
  bytes: ArrayBuffer,
): Promise<Read<Answer<E>> | null> {
  const read = parsedBytes(bytes)
  if (read.is !== 'answer') return read
  const isPage = isTrusted(endpoint) || (await import('./dialect/is-contract.ts')).isContract(endpoint, read.answer)
  return isPage ? { is: 'answer', answer: read.answer as Answer<E>, findings: null } : null
}

/** A page that was put together here, in the shape of the contract. */
export const asAnswer = <E extends AnyEndpoint>(_endpoint: E, page: object): Answer<E> => page as Answer<E>
