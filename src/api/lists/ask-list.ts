/** Requests for a list of another service. */
import type { NoAnswer } from '#api/request/read-bytes.ts'
import type { Call } from './reference-names.ts'

/** Sends a GET with these parameters. Rejects like `call`. */
export interface AskList {
  send: (params: URLSearchParams) => Promise<{ bytes: ArrayBuffer; refusal: (opening: NoAnswer) => Promise<Error> }>
  signal: AbortSignal | undefined
  /** Reads the lists that resolve the names of referenced objects; without it they are not resolved. */
  call?: Call
}
