/** A service for the tests of one file whose runs cost enough to be visible in a balance in cents. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownedService, test, type TestService } from './service.ts'

/** `prices` as in PRICES_FILE. Use the result within tests: the service starts before them and ends after them. */
export function pricedService(prices: object): () => TestService {
  let service: TestService
  let folder: string
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000)
    folder = mkdtempSync(join(tmpdir(), 'prices-'))
    const file = join(folder, 'prices.json')
    writeFileSync(file, JSON.stringify(prices))
    service = await ownedService(browser, { PRICES_FILE: file })
  })
  test.afterAll(async () => {
    await service.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => service
}
