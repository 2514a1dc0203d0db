/** Serves the console's files, and index.html for all other paths that a browser may navigate to. */
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { contentTag } from './etag.ts'
import type { Request, Answer } from './request-frame.ts'
import { headerOf } from './incoming.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

interface File {
  path: string
  /** Null = read on demand. */
  bytes: Uint8Array<ArrayBuffer> | null
  type: string
  etag: string
  hashed: boolean
  /** Compressed variants from the build, smallest first. */
  encoded: readonly Encoded[]
}

interface Encoded {
  coding: 'br' | 'gzip'
  bytes: Uint8Array<ArrayBuffer>
}

/** Extensions of compressed variants (scripts/vite/compress.mjs), in order of preference. */
const endings = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const

/** Whether `Accept-Encoding` accepts a coding: named, or by `*`, and not with q=0 (RFC 9110, 12.5.3). */
export function accepts(header: string | null, coding: string): boolean {
  const weights = new Map(
    (header ?? '').split(',').map((one) => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((part) => part.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0
}

/** A separate entity tag per coding, since the bytes differ. */
const tagOf = (etag: string, coding: string | undefined): string =>
  coding === undefined ? etag : etag.replace(/"$/, `-${coding}"`)

/** File name with a content hash: the content of such a file never changes. */
const hashedName = /[-.][\w-]{8,}\.\w+$/

/** Modifies the page before it is served. */
type EditPage = (html: string) => string

/** Compressed variants of a file; none if it is small or incompressible. */
async function encodedOf(path: string): Promise<Encoded[]> {
  const found: Encoded[] = []
  for (const { coding, ending } of endings) {
    const bytes = await readFile(path + ending).catch(() => null)
    if (bytes !== null) found.push({ coding, bytes: new Uint8Array(bytes) })
  }
  return found
}

async function index(folder: string, editPage: EditPage | null): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = `/${relative(folder, path).split(sep).join('/')}`
    const content = await readFile(path)
    if (endings.some(({ ending }) => name.endsWith(ending))) continue
    const isEdited = editPage !== null && name === '/index.html'
    const bytes = new Uint8Array(isEdited ? Buffer.from(editPage(content.toString())) : content)
    const etag = contentTag(bytes)
    files.set(name, {
      path,
      // Kept in memory (4 MB), since a new build may replace the files while open pages still use the old ones.
      bytes: extname(name) === '.map' ? null : bytes,
      type: types[extname(name)] ?? 'application/octet-stream',
      etag,
      hashed: name.startsWith('/assets/') && hashedName.test(name),
      // An edited page differs from its compressed variants.
      encoded: isEdited ? [] : await encodedOf(path),
    })
  }
  return files
}

const headersOf = (file: File, coding: string | undefined) => ({
  'content-type': file.type,
  etag: tagOf(file.etag, coding),
  'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  ...(file.encoded.length > 0 ? { vary: 'Accept-Encoding' } : {}),
  ...(coding === undefined ? {} : { 'content-encoding': coding }),
})

/**
 * Serves only files that existed at the start, so that no path can leave the folder, with their content at that time
 * (source maps: the current content). Null for other requests.
 */
export async function staticFiles(
  folder: string,
  editPage: EditPage | null = null,
): Promise<(request: Request) => Promise<Answer | null>> {
  const files = await index(folder, editPage).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map<string, File>()
    throw error
  })
  return async ({ incoming }) => {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return null
    // Ids of other services may contain a dot; a request for HTML is a navigation.
    const isPage = extname(incoming.path) === '' || headerOf(incoming, 'accept')?.includes('text/html') === true
    const page = isPage ? files.get('/index.html') : undefined
    const file = files.get(incoming.path) ?? page
    if (!file) return null
    const accepted = headerOf(incoming, 'accept-encoding')
    const encoded = file.encoded.find(({ coding }) => accepts(accepted, coding))
    const headers = headersOf(file, encoded?.coding)
    if (headerOf(incoming, 'if-none-match') === headers.etag) return { status: 304, body: null, headers }
    const body = encoded?.bytes ?? file.bytes ?? (await readFile(file.path).catch(() => null))
    return body === null ? null : { status: 200, body: new Uint8Array(body), headers }
  }
}
