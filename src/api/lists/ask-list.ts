/** How a list of another service is asked. */
import type { NoAnswer } from '#api/request/read-bytes.ts'
import type { Call } from './reference-names.ts'

/** Sends a GET with these parameters. Rejects like `call`. */
export interface AskList {
  send: (params: URLSearchParams) => Promise<{ bytes: ArrayBuffer; refusal: (opening: NoAnswer) => Promise<Error> }>
  signal: AbortSignal | undefined
  /** Reads the lists in which the names of what rows refer to are looked up; without it they are not. */
  call?: Call
}
