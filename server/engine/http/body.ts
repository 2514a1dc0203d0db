/** Response bodies: decoded within a size limit, then parsed by content type. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import type { Json } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { OutgoingError } from '#server/engine/engine-tools.ts'

/** Accepted content encodings. */
export const codings = 'gzip, br'

/** Maximum values in a JSON response: each takes about 60 bytes, here and again in every expression that uses it. */
const maxValues = 500_000
/** Maximum depth: the limit of stored flow data (docs/api.md, "Bodies and text"), minus the levels around it. */
const maxDepth = 60

function decoderOf(coding: string, host: string) {
  const name = coding.trim().toLowerCase()
  if (name === '' || name === 'identity') return null
  if (name === 'gzip' || name === 'x-gzip') return createGunzip()
  if (name === 'br') return createBrotliDecompress()
  throw new OutgoingError(
    'bad_answer',
    `${host} sent a response with an unsupported encoding. Supported: ${codings}.`,
    false,
  )
}

/** Reads and decodes all bytes; aborts beyond `maxBytes`, so that a decompression bomb is never fully decoded. */
export async function readBytes(body: Readable, coding: string, maxBytes: number, host: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const tooLarge = new OutgoingError('too_large', `${host} sent a response larger than ${sizeWords(maxBytes)}.`, false)
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge
      chunks.push(chunk)
    }
  }
  const decoder = decoderOf(coding, host)
  try {
    await (decoder ? pipeline(body, decoder, collect) : pipeline(body, collect))
  } catch (error) {
    // An aborted pipeline rejects with an error of the stream, not with the reason for the abort.
    throw size > maxBytes ? tooLarge : error
  }
  return Buffer.concat(chunks)
}

const sizeWords = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${Math.floor(bytes / 1024 / 1024)} MB` : `${Math.floor(bytes / 1024)} kB`

function decodeText(bytes: Buffer, charset: string): string | null {
  try {
    // Postgres text cannot contain NUL.
    return new TextDecoder(charset, { fatal: true }).decode(bytes).replaceAll('\u0000', '\ufffd')
  } catch {
    return null
  }
}

/**
 * Returns JSON as a value, other text as text, binary content as `data:image/png;base64,…`, and null for an empty body.
 * `problem`: why content declared as JSON is returned as text.
 */
export function readValue(bytes: Buffer, contentType: string): { value: Json; problem: string | null } {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim())
  const charset = parameters.find((part) => /^charset=/i.test(part))?.replaceAll(/^charset=|"/gi, '') ?? 'utf-8'
  if (bytes.length === 0) return { value: null, problem: null }
  const text = decodeText(bytes, charset) ?? decodeText(bytes, 'utf-8')
  if (text === null)
    return {
      value: `data:${type || 'application/octet-stream'};base64,${bytes.toString('base64')}`,
      problem: null,
    }
  if (!/[/+]json$/i.test(type)) return { value: text, problem: null }
  const read = parseJson(text, { depth: maxDepth, values: maxValues })
  if (read.ok) return { value: read.value, problem: null }
  return { value: text, problem: `Line ${read.line}, column ${read.column}: ${read.message}` }
}
