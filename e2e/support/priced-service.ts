/** A service for the tests of one file, with prices high enough to change a balance in cents. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOwnedService, test, type TestService } from './service.ts'

/** `prices` as in PRICES_FILE. Call the result in tests only: the service starts before and ends after them. */
export function pricedService(prices: object): () => TestService {
  let service: TestService
  let folder: string
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(180_000)
    folder = mkdtempSync(join(tmpdir(), 'prices-'))
    const file = join(folder, 'prices.json')
    writeFileSync(file, JSON.stringify(prices))
    service = await startOwnedService(browser, { PRICES_FILE: file })
  })
  test.afterAll(async () => {
    await service.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return () => service
}
