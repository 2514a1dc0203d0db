/** The console's files, with the one page for every path of the console. */
import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { Answer } from './answer.ts'
import { contentTag } from './content-tag.ts'
import type { Request } from './entrance.ts'
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
  /** Null = it is read when it is asked for. */
  bytes: Uint8Array<ArrayBuffer> | null
  type: string
  etag: string
  hashed: boolean
}

/** Names that hold a digest of their content never change. */
const hashedName = /[-.][\w-]{8,}\.\w+$/

/** Writes the one page anew before it is served. */
type EditPage = (html: string) => string

async function index(folder: string, editPage: EditPage | null): Promise<Map<string, File>> {
  const files = new Map<string, File>()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const name = `/${relative(folder, path).split(sep).join('/')}`
    const content = await readFile(path)
    const isEdited = editPage !== null && name === '/index.html'
    const bytes = new Uint8Array(isEdited ? Buffer.from(editPage(content.toString())) : content)
    const etag = contentTag(bytes)
    files.set(name, {
      path,
      // A new build takes the place of the files while this one runs: pages that are open go on with theirs (4 MB in memory).
      bytes: extname(name) === '.map' ? null : bytes,
      type: types[extname(name)] ?? 'application/octet-stream',
      etag,
      hashed: name.startsWith('/assets/') && hashedName.test(name),
    })
  }
  return files
}

/** Only files that were there at the start are served, as they were then, so that no path can lead out of the folder. */
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
    // Ids of other services may have a dot in them; what asks for a page is a person who goes to one.
    const isPage = extname(incoming.path) === '' || headerOf(incoming, 'accept')?.includes('text/html') === true
    const page = isPage ? files.get('/index.html') : undefined
    const file = files.get(incoming.path) ?? page
    if (!file) return null
    const headers = {
      'content-type': file.type,
      etag: file.etag,
      'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    if (headerOf(incoming, 'if-none-match') === file.etag) return { status: 304, body: null, headers }
    const body = file.bytes ?? (await readFile(file.path).catch(() => null))
    return body === null ? null : { status: 200, body: new Uint8Array(body), headers }
  }
}
