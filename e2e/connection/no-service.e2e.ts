/** The console in front of a web server that is no flow service. */
import { createServer } from 'node:http'
import { expect, test, TestService, wholeRun } from '#e2e/support/service.ts'

for (const status of [404, 200])
  test(
    `says that no flow service answers if all answers are pages with ${status}`,
    wholeRun,
    async ({ page, pageErrors }) => {
      pageErrors.allow(/status of 404/)
      const server = createServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><h1>Welcome</h1>')
      })
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const service = await TestService.start({ API_BASE_URL: `http://127.0.0.1:${port}` })
      try {
        await page.goto(service.url)
        await expect(page.getByRole('heading', { name: 'No flow service answers at this address' })).toBeVisible()
        await expect(page.getByText('API_BASE_URL')).toBeVisible()
        await page.getByRole('button', { name: /Check the connection/ }).click()
        await expect(page).toHaveURL(/settings/)
      } finally {
        await service.remove()
        server.close()
      }
    },
  )
