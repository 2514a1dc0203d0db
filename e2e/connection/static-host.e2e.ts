/** The built console as static files on another web server: `config.json` names the service. */
import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { root } from '#scripts/program.mjs'
import { startPlainStub, type PlainStub } from '#e2e/support/plain-service.ts'
import { expect, test, wholeRun } from '#e2e/support/service.ts'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** A static web server: sends files, otherwise the index page, and `config` as config.json. */
async function startFiles(config: object, policy: string): Promise<{ url: string; server: Server }> {
  const web = join(root, 'dist/web')
  const server = createServer((request, response) => {
    const path = normalize((request.url ?? '/').split('?')[0] ?? '/')
    const send = (type: string, body: string | Buffer) =>
      response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(body)
    if (path === '/config.json') send('application/json', JSON.stringify(config))
    else
      readFile(join(web, path)).then(
        (body) => send(types[extname(path)] ?? 'application/octet-stream', body),
        async () => send('text/html', await readFile(join(web, 'index.html'))),
      )
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`, server }
}

const policyFor = (connect: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src ${connect}; worker-src 'self'; require-trusted-types-for 'script'; trusted-types flow-console-worker`

let stub: PlainStub
test.beforeAll(async () => {
  stub = await startPlainStub()
})
test.afterAll(() => stub.stop())

test(
  'works with a service of another origin by CORS: deep link, list and write',
  wholeRun,
  async ({ page, pageErrors }) => {
    pageErrors.allow(/status of 404/)
    const files = await startFiles({ base_url: `${stub.origin}/` }, policyFor(`'self' ${stub.origin}`))
    stub.allow(files.url)
    await page.goto(`${files.url}/flows?search=`)
    await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
    await page.getByRole('button', { name: 'New flow' }).click()
    const dialog = page.getByRole('dialog', { name: 'New flow' })
    await dialog.getByLabel(/^Name/).fill('Third desk')
    await dialog.getByRole('button', { name: 'Create flow' }).click()
    await expect.poll(() => stub.flows).toContain('Third desk')
    expect(stub.requests).toContain('OPTIONS /flow/')
    await page.goto('about:blank')
    files.server.close()
  },
)

test('works with a service at another path of the same origin', wholeRun, async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 404/)
  const files = await startFiles({ base_url: '/v1' }, policyFor("'self'"))
  // A web server in front of both.
  await page.route(`${files.url}/v1/**`, async (route) => {
    const url = route.request().url().replace(`${files.url}/v1`, stub.origin)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`${files.url}/flows`)
  await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
  await page.goto('about:blank')
  files.server.close()
})

test('shows one message with a reload after a new build is deployed, and keeps the page', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404|Failed to load|dynamically imported module|Unable to preload/)
  let isNew = false
  const files = await startFiles({ base_url: '/v1' }, policyFor("'self'"))
  await page.route(`${files.url}/v1/**`, async (route) => {
    const url = route.request().url().replace(`${files.url}/v1`, stub.origin)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  // The new build has its own start page, and none of the files of this build.
  await page.route(`${files.url}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    // Always missing, because these parts may be requested before or after the deployment.
    if (pathname.startsWith('/assets/frame-parts-')) return route.fulfill({ status: 404 })
    if (!isNew || pathname.startsWith('/v1/')) return route.fallback()
    if (pathname.startsWith('/assets/')) return route.fulfill({ status: 404 })
    const html = '<!doctype html><script type="module" src="/assets/index-ffffffff.js"></script>'
    return route.fulfill({ contentType: 'text/html', body: html })
  })
  await page.goto(`${files.url}/flows`)
  await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
  isNew = true
  await page.keyboard.press('?')
  const updateMessage = page.getByText('The console was updated while this page was open')
  await expect(updateMessage).toHaveCount(1)
  await expect(page.getByRole('link', { name: 'Night desk' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(1)
  // A page that was not opened before shows the error in its own area only.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Part of this page could not be loaded' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(1)
  await expect(updateMessage).toHaveCount(1)
  await page.goto('about:blank')
  files.server.close()
})
