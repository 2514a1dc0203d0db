/** A call of a provider's API, and what it means when it goes wrong. */
import { recordOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { OutgoingError, type Outgoing } from '#server/engine/engine-tools.ts'
import { ChannelTrouble } from './channel-type.ts'

/** Providers answer in less than a second; longer than this they are away. */
export const usualTimeoutMs = 15_000
/** An answer larger than this is none of theirs. */
const maxBytes = 1024 * 1024

export interface ProviderCall {
  url: string
  headers?: Record<string, string>
  body: JsonRecord
  signal: AbortSignal
  timeoutMs?: number
}

export interface ProviderAnswer {
  status: number
  headers: Record<string, string>
  /** Empty where the answer was no JSON object. */
  body: JsonRecord
}

const isObject = (body: Json): body is JsonRecord => typeof body === 'object' && body !== null && !Array.isArray(body)

/**
 * POSTs JSON. `who` as people know it ("Telegram"). The address may hold a token: no words of it go on. Throws ChannelTrouble
 * where there is no answer, or one that is no JSON object.
 */
export async function askProvider(outgoing: Outgoing, who: string, call: ProviderCall): Promise<ProviderAnswer> {
  const { url, headers = {}, body, signal, timeoutMs = usualTimeoutMs } = call
  try {
    const answer = await outgoing.request({
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      // Of the webhook that Telegram is given: by it Telegram proves itself.
      hasSecretBody: true,
      timeoutMs,
      signal,
      maxBytes,
    })
    if (!isObject(answer.body))
      throw new ChannelTrouble('bad_answer', `${who} returned ${answer.status} with a response that is not JSON.`, {
        retryable: answer.status >= 500,
      })
    return { status: answer.status, headers: answer.headers, body: recordOf(answer.body) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new ChannelTrouble(error.code, wordsOf(error, who), { retryable: error.retryable })
  }
}

function wordsOf({ code, message }: OutgoingError, who: string): string {
  if (code === 'refused_address') return message
  if (code === 'timeout') return `${who} did not respond in time.`
  return code === 'bad_url' ? `The API base URL for ${who} is invalid.` : `${who} could not be reached.`
}

/** The end of a wait that the other side asks for, in milliseconds; null where it does not say. */
export function secondsToMs(value: Json | undefined): number | null {
  const seconds = Number(value)
  return value !== undefined && value !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

/** Pieces of a text that fit; cut at a line or a blank where there is one. Lengths are in UTF-16 units. */
export function piecesOf(text: string, limit: number): string[] {
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
