import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withApiBase } from '#server/proxy/front.ts'
import { root } from '#server/root.ts'
import { readIncoming } from './incoming.ts'
import { staticFiles } from './static-files.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-test-'))
  await writeFile(join(folder, 'index.html'), await readFile(join(root, 'index.html')))
  await writeFile(join(folder, 'boot.js'), 'boot()')
})
afterAll(() => rm(folder, { recursive: true }))

function asked(url: string, accept: string) {
  const message = Object.assign(new IncomingMessage(new Socket()), { url, method: 'GET' })
  message.headers.accept = accept
  return { incoming: readIncoming(message), id: 'test-request' }
}

test.each([
  ['/boot.js', '*/*', 'text/javascript; charset=utf-8'],
  ['/flows/7', '*/*', 'text/html; charset=utf-8'],
  // Ids of other services have dots.
  ['/flows/v1.2', 'text/html,*/*', 'text/html; charset=utf-8'],
  ['/missing.js', '*/*', undefined],
])('%s for %s is %s', async (path, accept, type) => {
  const answer = await staticFiles(folder).then((files) => files(asked(path, accept)))
  expect(answer?.headers['content-type']).toBe(type)
})

test('behind the proxy the page names the service itself, under an ETag of its own', async () => {
  const plain = await staticFiles(folder).then((files) => files(asked('/', 'text/html')))
  const edited = await staticFiles(folder, withApiBase).then((files) => files(asked('/', 'text/html')))
  const html = Buffer.from(edited?.body instanceof Uint8Array ? edited.body : []).toString()
  expect(html).toContain('<meta name="api-base" content="/api" />')
  expect(html).not.toContain('href="/config.json"')
  expect(edited?.headers['etag']).not.toBe(plain?.headers['etag'])
})

test('a new build in the place of the old one breaks no page that is open: its files are served as they were', async () => {
  const built = await mkdtemp(join(tmpdir(), 'build-test-'))
  await mkdir(join(built, 'assets'))
  await writeFile(join(built, 'index.html'), '<script src="/assets/index-aaaaaaaa.js"></script>')
  await writeFile(join(built, 'assets/index-aaaaaaaa.js'), 'first()')
  await writeFile(join(built, 'assets/index-aaaaaaaa.js.map'), '{}')
  const files = await staticFiles(built)
  await rm(built, { recursive: true })
  const textOf = async (path: string, accept: string) => {
    const body = (await files(asked(path, accept)))?.body
    return Buffer.from(body instanceof Uint8Array ? body : []).toString()
  }
  expect(await textOf('/flows', 'text/html')).toContain('index-aaaaaaaa.js')
  expect(await textOf('/assets/index-aaaaaaaa.js', '*/*')).toBe('first()')
  // For developers alone, and large: gone with its build.
  expect(await files(asked('/assets/index-aaaaaaaa.js.map', '*/*'))).toBeNull()
})
