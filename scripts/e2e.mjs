/** `npm run e2e [-- Playwright's arguments]`: builds what has changed, finds a browser, runs the browser tests. */
import { build } from './build.mjs'
import { install } from './install.mjs'
import { runInstalled } from './program.mjs'
import { runScript, StepFailed } from './step.mjs'

await runScript(async () => {
  await install()
  await build()
  const { findBrowser, NoBrowser } = await import('./browser.mjs')
  const path = await findBrowser().catch((error) => {
    throw error instanceof NoBrowser ? new StepFailed(error.message) : error
  })
  const { code } = await runInstalled('@playwright/test', ['test', ...process.argv.slice(2)], {
    program: 'playwright',
    env: { ...process.env, CHROMIUM_PATH: path },
    show: true,
  })
  return code
})
