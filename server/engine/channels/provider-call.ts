/** Calls to providers' APIs, with error mapping. */
import { recordOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { OutgoingError, type Outgoing } from '#server/engine/engine-tools.ts'
import { ChannelError } from './channel-type.ts'

/** Default timeout of a call; providers usually respond in less than a second. */
export const defaultTimeoutMs = 15_000
/** Maximum bytes of a response. */
const maxBytes = 1024 * 1024

export interface ProviderCall {
  url: string
  headers?: Record<string, string>
  body: JsonRecord
  signal: AbortSignal
  timeoutMs?: number
}

export interface ProviderResponse {
  status: number
  headers: Record<string, string>
  body: JsonRecord
}

const isObject = (body: Json): body is JsonRecord => typeof body === 'object' && body !== null && !Array.isArray(body)

/**
 * POSTs JSON. `providerName`: the provider's name ("Telegram"). The URL may contain a token and is not included in errors.
 * Throws ChannelError if there is no response, or one that is not a JSON object.
 */
export async function callProvider(
  outgoing: Outgoing,
  providerName: string,
  call: ProviderCall,
): Promise<ProviderResponse> {
  const { url, headers = {}, body, signal, timeoutMs = defaultTimeoutMs } = call
  try {
    const answer = await outgoing.request({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      // May contain the secret with which Telegram authenticates its webhook requests.
      hasSecretBody: true,
      timeoutMs,
      signal,
      maxBytes,
    })
    if (!isObject(answer.body))
      throw new ChannelError(
        'bad_answer',
        `${providerName} returned ${answer.status} with a response that is not a JSON object. Check the API base URL.`,
        {
          retryable: answer.status >= 500,
        },
      )
    return { status: answer.status, headers: answer.headers, body: recordOf(answer.body) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ChannelError(error.code, errorTextOf(error, providerName), { retryable: error.retryable })
  }
}

function errorTextOf({ code, message }: OutgoingError, providerName: string): string {
  if (code === 'refused_address') return message
  if (code === 'timeout') return `${providerName} did not respond in time.`
  return code === 'bad_url'
    ? `The API base URL for ${providerName} is invalid. Correct it.`
    : `${providerName} could not be reached.`
}

/** Converts a delay that a provider requested in seconds to milliseconds; null if it requested none. */
export function secondsToMs(value: Json | undefined): number | null {
  const seconds = Number(value)
  return value !== undefined && value !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** Splits a text into pieces within the limit, at a line end or a space if possible. Lengths in UTF-16 units. */
export function splitText(text: string, limit: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > limit) {
    const part = rest.slice(0, limit)
    const at = Math.max(part.lastIndexOf('\n'), part.lastIndexOf(' '))
    const end = at > limit / 2 ? at : limit - Number(/[\uD800-\uDBFF]$/.test(part))
    pieces.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? pieces : [...pieces, rest]
}
