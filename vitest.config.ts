/**
 * Three projects. `unit` needs nothing but this folder. `component` renders parts of the console in a browser
 * (CHROMIUM_PATH, else Playwright's own), without a service behind the API. `service` uses both databases
 * (TEST_DATABASE_URL names a Postgres, else a private one is started). Tests with the tag `all` only run with `npm test
 * -- --all`.
 */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserArguments } from './scripts/browser-arguments.mjs'

/** The slowest test machine has two cores. */
const workers = 2

export default defineConfig({
  test: {
    maxWorkers: workers,
    // A worker loads each module once, not once per test file, which halves the time of the unit tests. Modules keep
    // no state of tests.
    isolate: false,
    passWithNoTests: true,
    // A test that does not restore its mocks must not affect the next test.
    restoreMocks: true,
    unstubEnvs: true,
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    tags: [{ name: 'all', description: 'Runs only with `npm test -- --all`; see CONTRIBUTING.md.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,contract,flow,src,scripts,bench}/**/*.test.ts'],
          environment: 'node',
          // For large inputs on a busy machine.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [react(), tailwindcss()],
        test: {
          name: 'component',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['test/component/set-up.ts'],
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { executablePath: process.env['CHROMIUM_PATH'], args: browserArguments },
              contextOptions: { locale: 'en-GB', timezoneId: 'UTC' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'service',
          include: ['server/**/*.test.ts', 'test/service/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['scripts/service-databases.mjs'],
          // Many times what an idle machine needs: beside browser tests, a first start of PGlite takes long.
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
