/** A Flowise that gives its recorded answers, and the console in front of it, for the tests of its connector. */
import { expect } from 'vitest'
import { builtInPrices } from '#server/base/prices.ts'
import { consoleOf, recordedProduct, type TestConsole } from './support.ts'

export const key = 'a-key-of-flowise'
export const folder = 'flowise-3.1'

export const chatflow = '3f1c1f0e-6f3a-4b83-9f7e-1c2d3e4f5a01'
export const agentflow = '3f1c1f0e-6f3a-4b83-9f7e-1c2d3e4f5a02'
export const runId = (number: number): string => `e0000000-0000-4000-8000-00000000000${number}`

export const startFlowise = () =>
  recordedProduct(folder, {
    key: { header: 'authorization', value: `Bearer ${key}` },
    refusals: { noKey: 'error-401', wrongKey: 'error-401' },
    isPublic: (target) => target === '/api/v1/ping' || target === '/api/v1/version',
  })

/** A console with prices for known models alone. */
export function openConsole(origin: string): Promise<TestConsole> {
  const { '*': _other, ...models } = builtInPrices.models
  return consoleOf(origin, { prices: { ...builtInPrices, models } })
}

/** A secret in the recordings. */
const secret = /ghp_sHoUlD|value-that-is-never-shown|typed-password/

/** The JSON of a successful answer, in which there is no secret. */
export async function read(console: TestConsole, path: string): Promise<unknown> {
  const { status, json, text } = await console.ask(`GET ${path}`, { key })
  expect(status, text).toBe(200)
  expect(text).not.toMatch(secret)
  return json
}

/** The rows of a page. */
export function rowsOf(page: unknown): unknown[] {
  const { results }: { results?: unknown } = Object(page)
  if (!Array.isArray(results)) throw new Error('This is no page.')
  return results
}
