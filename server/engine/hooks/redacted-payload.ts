/** What the log keeps of a request: no value of a header or parameter that may be a secret, and of a long body its beginning. */
import type { IncomingHttpHeaders } from 'node:http'
import { queryHeader } from '#contract/channel.ts'
import { runParameter } from './hook-input.ts'

/** Bytes of a body that are kept: what a person reads, and nearly every webhook whole. */
export const storedBodyBytes = 64 * 1024
/** Of what was refused, whoever sent it: enough to see what it is. */
export const storedRefusedBytes = 4 * 1024
const maxHeaders = 40
const maxHeader = 500

/**
 * Headers that say what was sent, and by which program. Of every other one the name alone is kept: senders sign and sign in by
 * headers of any name.
 */
const harmless: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'idempotency-key',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'x-event-key',
  'x-event-type',
  'x-gitea-event',
  'x-github-delivery',
  'x-github-event',
  'x-github-hook-id',
  'x-gitlab-event',
  'x-request-id',
  'x-shopify-topic',
])
/** Of the connection, and set by proxies: they say nothing about what was sent. */
const ofTheWay = /^(?:host|connection|keep-alive|accept.*|transfer-encoding|x-forwarded-.*|forwarded|via|sec-.*)$/
/** As it stands in a query, too. */
const redacted = '***'
/** What is called otherwise may be a value itself. */
const parameterName = /^[\w.[\]-]{1,40}$/

const redactedParameter = ([name, value]: [string, string]): [string, string] => {
  if (name === runParameter) return [name, value]
  return [value !== '' && parameterName.test(name) ? name : redacted, redacted]
}

/** Whether values of a kept query are missing. */
export const isRedacted = (query: URLSearchParams): boolean => [...query.values()].includes(redacted)

export function redactedHeaders(headers: IncomingHttpHeaders, query: string): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name, value]) => typeof value === 'string' && !ofTheWay.test(name))
    .slice(0, maxHeaders)
    .map(([name, value]) => [name, harmless.has(name) ? safe(String(value)).slice(0, maxHeader) : redacted] as const)
  if (query === '') return Object.fromEntries(kept)
  const parameters = new URLSearchParams([...new URLSearchParams(query)].map(redactedParameter))
  return Object.fromEntries([...kept, [queryHeader, safe(parameters.toString())]])
}

/** Headers come as Latin-1, a database takes no NUL. */
const safe = (text: string): string => text.replaceAll('\0', '')

/** The text of a body, cut at a limit; null where it is no text. */
export function storedBody(body: Buffer, limit = storedBodyBytes): string | null {
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
export const isWholeBody = (body: string | null, size: number): body is string =>
  body !== null && Buffer.byteLength(body) === size
