/**
 * Redacts a request for the delivery log: replaces values of headers and parameters that may be secrets by a mark, and
 * truncates a long body.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { queryHeader } from '#contract/channel.ts'
import { runParameter } from './hook-input.ts'

/** Maximum stored bytes of a body: nearly every webhook is stored completely. */
export const storedBodyBytes = 64 * 1024
/** Maximum stored bytes of a refused body. */
export const storedRefusedBytes = 4 * 1024
const maxHeaders = 40
const maxHeader = 500

/**
 * Headers whose values are stored: they describe the content and the sending program. Of all other headers, only the
 * name is stored, since senders may authenticate with a header of any name.
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
/** Headers of the connection, the browser and proxies; not stored, because they do not describe the content. */
const proxyHeaders = /^(?:host|connection|keep-alive|accept.*|transfer-encoding|x-forwarded-.*|forwarded|via|sec-.*)$/
/** Redaction mark, also used in queries. */
const redacted = '***'
/** Form of a parameter name that is stored; any other name, or one without a value, may itself be a secret. */
const parameterName = /^[\w.[\]-]{1,40}$/

const redactedParameter = ([name, value]: [string, string]): [string, string] => {
  if (name === runParameter) return [name, value]
  return [value !== '' && parameterName.test(name) ? name : redacted, redacted]
}

/** Whether a stored query has redacted values. */
export const isRedacted = (query: URLSearchParams): boolean => [...query.values()].includes(redacted)

export function redactedHeaders(headers: IncomingHttpHeaders, query: string): Record<string, string> {
  const kept = Object.entries(headers)
    .filter(([name, value]) => typeof value === 'string' && !proxyHeaders.test(name))
    .slice(0, maxHeaders)
    .map(([name, value]) => [name, harmless.has(name) ? safe(String(value)).slice(0, maxHeader) : redacted] as const)
  if (query === '') return Object.fromEntries(kept)
  const parameters = new URLSearchParams([...new URLSearchParams(query)].map(redactedParameter))
  return Object.fromEntries([...kept, [queryHeader, safe(parameters.toString())]])
}

/** Removes NUL, which Postgres text cannot contain. */
const safe = (text: string): string => text.replaceAll('\0', '')

/** Text of a body, truncated to `limit` bytes; null if it is not UTF-8 text. */
export function storedBody(body: Buffer, limit = storedBodyBytes): string | null {
  if (body.includes(0)) return null
  const cut = body.subarray(0, limit)
  try {
    // A character split by the truncation is dropped.
    return new TextDecoder('utf-8', { fatal: true }).decode(cut, { stream: body.length > limit })
  } catch {
    return null
  }
}

/** Whether the complete body was stored. */
export const isWholeBody = (body: string | null, size: number): body is string =>
  body !== null && Buffer.byteLength(body) === size
