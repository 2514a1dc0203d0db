/** Errors of a product as faults with a sentence for people. Never its HTML, its stack traces or a key. */
import { z } from 'zod'
import type { ErrorCode } from '#contract/kernel/error.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { cutText } from '#lib/text/text.ts'
import { Fault } from '#server/base/fault.ts'

/** Longest text of a product in a sentence of ours: about two lines of a dialog. */
const maxReason = 240

const ErrorText = z.union([
  z.looseObject({ message: z.string() }).transform(({ message }) => message),
  z.looseObject({ detail: z.string() }).transform(({ detail }) => detail),
  z.looseObject({ error: z.looseObject({ message: z.string() }) }).transform(({ error }) => error.message),
  z.looseObject({ error: z.string() }).transform(({ error }) => error),
])

/** The reason in the JSON body of an error; '' if there is none that can be shown. */
function reasonIn(body: string): string {
  const json = parseJson(body)
  const text = json.ok ? (ErrorText.safeParse(json.value).data ?? '') : ''
  // A stack trace or a page: several lines, or markup.
  const [line = ''] = text.split('\n')
  return /[<>]/.test(line) ? '' : cutText(line.trim(), maxReason)
}

const codeByStatus = new Map<number, ErrorCode>([
  [400, 'invalid'],
  [401, 'not_authenticated'],
  [403, 'permission_denied'],
  [404, 'not_found'],
  [405, 'not_found'],
  [409, 'conflict'],
  [410, 'not_found'],
  [413, 'too_large'],
  [415, 'invalid'],
  [422, 'invalid'],
  [429, 'throttled'],
])

interface ErrorAnswer {
  status: number
  body: string
  retryAfter: string | null
}

/** Sentence by status, without the product's own reason. */
function sentence(title: string, status: number): string {
  switch (status) {
    case 401:
      return `${title} did not accept the key. It may have expired or been deleted: sign in with another key.`
    case 403:
      return `${title} does not allow this with this key or with its licence.`
    case 404:
    case 410:
      return `${title} does not have this.`
    case 405:
      return `${title} does not offer this.`
    case 413:
      return `${title} refuses this because it is too large.`
    case 429:
      return `${title} gets too many requests. Try again in a moment.`
    default:
      return status < 500 ? `${title} refused this.` : `${title} failed with an error (${status}). See its own log.`
  }
}

/** The fault for an error status of a product. */
export function productFault(title: string, { status, body, retryAfter }: ErrorAnswer): Fault {
  const code = codeByStatus.get(status) ?? (status < 500 ? 'invalid' : 'upstream_broken')
  const reason = status === 401 || status >= 500 ? '' : reasonIn(body)
  const said = reason === '' ? '' : ` It says: “${reason}”`
  const headers: Record<string, string> =
    code === 'throttled' && retryAfter !== null ? { 'retry-after': retryAfter } : {}
  return new Fault(code, `${sentence(title, status)}${said}`, { headers })
}
