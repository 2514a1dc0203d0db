/** What the log keeps of a request: no header and no parameter that signs in, and of a long body its beginning. */
import type { IncomingHttpHeaders } from 'node:http'
import { queryHeader } from '#contract/channel.ts'

/** Bytes of a body that are kept: what a person reads, and nearly every webhook whole. */
export const keptBytes = 64 * 1024
/** Of what was refused, whoever sent it: enough to see what it is. */
export const keptOfRefused = 4 * 1024
const maxHeaders = 40
const maxHeader = 500

const signsIn = /auth|cookie|secret|token|signature|api-?key|password|credential|session/i
/** Of the connection, and set by proxies: they say nothing about what was sent. */
const ofTheWay = /^(?:host|connection|keep-alive|accept.*|transfer-encoding|x-forwarded-.*|forwarded|via|sec-.*)$/
const masked = '…'

export function keptHeaders(headers: IncomingHttpHeaders, query: string): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name, value]) => typeof value === 'string' && !signsIn.test(name) && !ofTheWay.test(name))
    .slice(0, maxHeaders)
    .map(([name, value]): [string, string] => [name, safe(String(value)).slice(0, maxHeader)])
  if (query === '') return Object.fromEntries(kept)
  const parameters = new URLSearchParams(query)
  for (const name of new Set(parameters.keys())) if (signsIn.test(name)) parameters.set(name, masked)
  return Object.fromEntries([...kept, [queryHeader, safe(parameters.toString())]])
}

/** Headers come as Latin-1, a database takes no NUL. */
const safe = (text: string): string => text.replaceAll('\0', '')

/** The text of a body, cut at a limit; null where it is no text. */
export function keptBody(body: Buffer, limit = keptBytes): string | null {
  if (body.includes(0)) return null
  const cut = body.subarray(0, limit)
  try {
    // In the middle of a character: what is left of it is not decoded.
    return new TextDecoder('utf-8', { fatal: true }).decode(cut, { stream: body.length > limit })
  } catch {
    return null
  }
}

/** Whether all of a body was kept. */
export const isWhole = (body: string | null, size: number): body is string =>
  body !== null && Buffer.byteLength(body) === size
