/**
 * Three projects: `unit` needs nothing but this folder; `component` draws parts of the console in a browser (CHROMIUM_PATH
 * names it, without it Playwright looks for its own), whose address for the API nobody answers; `service` talks to both databases (TEST_DATABASE_URL names the Postgres;
 * without it a private one is started). What is tagged `all` runs with `npm test -- --all` alone.
 */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserArguments } from './scripts/browser-arguments.mjs'

/** Two cores are what the slowest machine we test on has. */
const workers = 2

export default defineConfig({
  test: {
    maxWorkers: workers,
    // Modules are read once by a worker, not once by a file: half of the time of the unit tests. No module keeps what a test made.
    isolate: false,
    passWithNoTests: true,
    // A test that forgets to put something back must not decide about the next one.
    restoreMocks: true,
    unstubEnvs: true,
    // A second, as it would be, is less than a busy machine may take to tell of a change.
    expect: { poll: { timeout: 15_000 } },
    tags: [{ name: 'all', description: 'Left to `npm test -- --all`: CONTRIBUTING.md says when that is run.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{lib,contract,flow,src,scripts,bench}/**/*.test.ts'],
          environment: 'node',
          // Large inputs on a machine that has other work.
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
          // Many times what a quiet machine needs: beside browser tests a first start of PGlite takes long, and is no fault.
          testTimeout: 180_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
