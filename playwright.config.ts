/** Browser tests: e2e/<noun>.e2e.ts, in one Chromium, each worker with its own service (e2e/support/service.ts). */
import { defineConfig } from '@playwright/test'
import { browserArguments } from './scripts/browser-arguments.mjs'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  // The live tests start real products, which take minutes to install (CONTRIBUTING.md).
  testIgnore: process.env.SERVICES_LIVE === '1' ? [] : ['**/connectors/*-live.e2e.ts'],
  outputDir: 'test-results',
  // For two cores: a test waits half of its time for its page, while another test works.
  workers: 2,
  // No retries: a test that passes only on the second try hides a fault of the product or of the test.
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Many times what an idle machine needs: passing tests do not wait longer, and a busy machine is not a failure.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Without animations and transitions, so that elements have their final position and colour at once.
    contextOptions: { reducedMotion: 'reduce' },
    // Screenshots of every step would take a sixth of the time; the trace's snapshots show the page as well.
    // CI records no traces, because no one could open them.
    trace: process.env.CI === undefined ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Set by scripts/e2e.mjs and scripts/test.mjs; without it Playwright looks for its own browser.
      executablePath: process.env.CHROMIUM_PATH,
      args: [...browserArguments],
    },
  },
})
