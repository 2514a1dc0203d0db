/** Reads request bodies up to a size limit: parsed by the caller, or raw. */
import { createHash } from 'node:crypto'
import { Fault } from '#server/base/fault.ts'
import type { Ticket } from '#server/base/memory-admission.ts'
import { headerOf, type Incoming } from './incoming.ts'

/** Default maximum bytes of a body. */
const defaultMaxBytes = 1024 * 1024

export interface Body {
  value: unknown
  /** SHA-256 of the bytes as sent. */
  hash: string
}

/**
 * Bytes beyond the limit that are read and discarded: a client that is cut off while sending sees a broken connection
 * instead of the response.
 */
const droppedBytes = 64 * 1024 * 1024

const sizeOf = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`)

const tooLarge = (limit: number, headers: Record<string, string> = {}) =>
  new Fault('too_large', `The body is larger than ${sizeOf(limit)}. Send less at once.`, { headers })

/**
 * Reads a body up to the limit. A larger one is discarded and rejected at its end, or `dropped` bytes beyond the limit.
 */
async function readBytes({ message }: Incoming, limit: number, dropped = droppedBytes): Promise<Buffer> {
  const endless = () => tooLarge(limit, { connection: 'close' })
  const announced = Number(message.headers['content-length'] ?? 0)
  if (announced > limit + dropped) throw endless()
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((done, fail) => {
    message.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limit + dropped) {
        message.removeAllListeners('data')
        message.resume()
        fail(endless())
      } else if (size > limit) chunks.length = 0
      else if (announced <= limit) chunks.push(chunk)
    })
    message.once('end', () => (size > limit ? fail(tooLarge(limit)) : done(Buffer.concat(chunks))))
    message.once('error', fail)
    message.once('aborted', () => fail(new Fault('malformed_json', 'The body is incomplete.')))
  })
}

function checkType(request: Incoming): void {
  const type = headerOf(request, 'content-type') ?? ''
  if (/^application\/(?:[\w.+-]+\+)?json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type)) return
  throw new Fault('unsupported_media_type', 'Send the body as application/json in UTF-8.')
}

/** Bytes of memory per byte of a body: as received, as processed, and as stored. */
const bodyFactor = 3

/** Waits for admission of a body beyond the default limit; without a Content-Length it counts as the maximum. */
export async function admitBody(ticket: Ticket, { message }: Incoming, limit: number): Promise<void> {
  const announced = message.headers['content-length']
  const bytes = Math.min(Number(announced ?? limit), limit)
  if (bytes > defaultMaxBytes) await ticket.reserve(bytes * bodyFactor, true)
}

/**
 * Reads a body. Errors in this order: 413, 415, then those of `read` (400 `malformed_json`). Without a body, `read`
 * gets an empty buffer. `limit` null = the default.
 */
export async function readBody(
  request: Incoming,
  limit: number | null,
  read: (bytes: Buffer) => Promise<unknown>,
): Promise<Body> {
  const bytes = await readBytes(request, limit ?? defaultMaxBytes)
  const hash = createHash('sha256').update(bytes).digest('base64url')
  if (bytes.length > 0) checkType(request)
  return { value: await read(bytes), hash }
}

/**
 * Reads the bytes of a raw body; 413 as soon as it exceeds the limit, since unauthenticated data need not be read to
 * the end.
 */
export const readRawBody = (request: Incoming, limit: number | null): Promise<Buffer> =>
  readBytes(request, limit ?? defaultMaxBytes, 0)
