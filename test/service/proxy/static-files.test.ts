import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withApiBase } from '#server/proxy/console-server.ts'
import { root } from '#server/base/installation.ts'
import { readIncoming } from '#server/protocol/incoming.ts'
import { accepts, staticFiles } from '#server/protocol/static-files.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-test-'))
  await writeFile(join(folder, 'index.html'), await readFile(join(root, 'index.html')))
  await writeFile(join(folder, 'boot.js'), 'boot()')
})
afterAll(() => rm(folder, { recursive: true }))

function requestFor(url: string, accept: string, encoding?: string) {
  const message = Object.assign(new IncomingMessage(new Socket()), { url, method: 'GET' })
  message.headers.accept = accept
  if (encoding !== undefined) message.headers['accept-encoding'] = encoding
  return { incoming: readIncoming(message), id: 'test-request' }
}

test.each([
  ['/boot.js', '*/*', 'text/javascript; charset=utf-8'],
  ['/flows/7', '*/*', 'text/html; charset=utf-8'],
  // Ids of other services contain dots.
  ['/flows/v1.2', 'text/html,*/*', 'text/html; charset=utf-8'],
  ['/missing.js', '*/*', undefined],
])('answers %s for Accept %s with type %s', async (path, accept, type) => {
  const response = await staticFiles(folder).then((files) => files(requestFor(path, accept)))
  expect(response?.headers['content-type']).toBe(type)
})

test('serves the page behind the proxy with the base URL, and another ETag', async () => {
  const plain = await staticFiles(folder).then((files) => files(requestFor('/', 'text/html')))
  const edited = await staticFiles(folder, withApiBase).then((files) => files(requestFor('/', 'text/html')))
  const html = Buffer.from(edited?.body instanceof Uint8Array ? edited.body : []).toString()
  expect(html).toContain('<meta name="api-base" content="/api" />')
  expect(html).not.toContain('href="/config.json"')
  expect(edited?.headers['etag']).not.toBe(plain?.headers['etag'])
})

test('serves the files of the previous build to open pages after a new build', async () => {
  const built = await mkdtemp(join(tmpdir(), 'build-test-'))
  await mkdir(join(built, 'assets'))
  await writeFile(join(built, 'index.html'), '<script src="/assets/index-aaaaaaaa.js"></script>')
  await writeFile(join(built, 'assets/index-aaaaaaaa.js'), 'first()')
  await writeFile(join(built, 'assets/index-aaaaaaaa.js.map'), '{}')
  const files = await staticFiles(built)
  await rm(built, { recursive: true })
  const textOf = async (path: string, accept: string) => {
    const body = (await files(requestFor(path, accept)))?.body
    return Buffer.from(body instanceof Uint8Array ? body : []).toString()
  }
  expect(await textOf('/flows', 'text/html')).toContain('index-aaaaaaaa.js')
  expect(await textOf('/assets/index-aaaaaaaa.js', '*/*')).toBe('first()')
  // Source maps of an old build are missing, because they are large and only for developers.
  expect(await files(requestFor('/assets/index-aaaaaaaa.js.map', '*/*'))).toBeNull()
})

test.each([
  ['gzip, deflate, br', 'br', 'in brotli', '-br"'],
  ['gzip, br;q=0', 'gzip', 'in gzip', '-gzip"'],
  ['identity', undefined, 'plain()', '"'],
  [undefined, undefined, 'plain()', '"'],
])('sends Accept-Encoding %s as %s, each with another ETag', async (acceptEncoding, coding, body, tagEnd) => {
  const built = await mkdtemp(join(tmpdir(), 'encoded-test-'))
  await mkdir(join(built, 'assets'))
  const name = 'assets/index-aaaaaaaa.js'
  for (const [ending, text] of Object.entries({ '': 'plain()', '.br': 'in brotli', '.gz': 'in gzip' }))
    await writeFile(join(built, name + ending), text)
  const files = await staticFiles(built)
  await rm(built, { recursive: true })
  const response = await files(requestFor(`/${name}`, '*/*', acceptEncoding))
  expect(response?.headers).toMatchObject({
    vary: 'Accept-Encoding',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  })
  expect(response?.headers['content-encoding']).toBe(coding)
  expect(response?.headers['etag']?.endsWith(tagEnd)).toBe(true)
  expect(Buffer.from(response?.body instanceof Uint8Array ? response.body : []).toString()).toBe(body)
  // The compressed file is not served under its own name.
  expect(await files(requestFor(`/${name}.br`, '*/*'))).toBeNull()
})

test('accepts a coding by its name or by *, unless its weight is 0', () => {
  expect(accepts('*', 'br')).toBe(true)
  expect(accepts('*;q=0, gzip', 'br')).toBe(false)
  expect(accepts('BR; q=0.5', 'br')).toBe(true)
  expect(accepts(null, 'br')).toBe(false)
})
