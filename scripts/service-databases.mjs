/**
 * Global setup of the service tests: builds what has changed, because some of them start whole processes, and starting
 * from the sources takes seconds. Makes sure that TEST_DATABASE_URL names a Postgres, so that `npx vitest run server/…`
 * also tests both databases. "none" = this machine has no Postgres; tests then have no TEST_DATABASE_URL.
 */
import { build } from './build.mjs'
import { NoPostgres, startPostgres } from './postgres.mjs'

/** @returns {Promise<(() => Promise<void>) | undefined>} teardown function */
export async function setup() {
  await build()
  if (process.env.TEST_DATABASE_URL === 'none') {
    delete process.env.TEST_DATABASE_URL
    return undefined
  }
  try {
    const { url, stop } = await startPostgres()
    process.env.TEST_DATABASE_URL = url
    return stop
  } catch (error) {
    if (!(error instanceof NoPostgres)) throw error
    console.warn(`SKIPPED on Postgres: ${error.message}`)
    return undefined
  }
}
