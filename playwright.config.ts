/** Browser tests: e2e/<noun>.e2e.ts, in one Chromium, each worker with a service of its own (e2e/support/service.ts). */
import { defineConfig } from '@playwright/test'
import { browserArguments } from './scripts/browser-arguments.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  // Two cores: a test waits half of its time for its page, and another one works meanwhile.
  workers: 2,
  // A test that fails has failed: whatever passes at a second try hides a fault of the product or of the test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Many times what a quiet machine needs: time to wait costs nothing where things pass, and a busy machine is no fault.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // What moves or changes its colour is at once where and what it will be.
    contextOptions: { reducedMotion: 'reduce' },
    // Pictures of every step are a sixth of all work; the page as it was can be opened from its snapshots.
    // Where nobody can open them, none are made.
    trace: process.env.CI === undefined ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Set by scripts/e2e.mjs and scripts/test.mjs; without it Playwright looks for its own browser.
      executablePath: process.env.CHROMIUM_PATH,
      args: [...browserArguments],
    },
  },
})
