/** A Windmill that gives the recorded answers, and a console in front of it. */
import { expect } from 'vitest'
import { consoleOf, recordedProduct, type TestConsole } from './support.ts'

export const key = 'a-token-of-windmill'
export const folder = 'windmill-1.818'
/** Path of the workspace in Windmill's API. */
export const at = '/api/w/shop'
export const orders = 'f~shop~orders'
export const jobId = (number: number) => `01900000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`

/** A secret in the recordings, or a line of a stack trace. */
const secret = /canary-windmill|\/srv\/secret/

export async function windmillWithConsoles() {
  const windmill = await recordedProduct(folder, {
    key: { header: 'authorization', value: `Bearer ${key}` },
    refusals: { noKey: 'error-401', wrongKey: 'error-401' },
    isPublic: (target) => target === '/api/version',
  })
  const open = (path = '') => consoleOf(`${windmill.origin}${path}`)
  const console = await open()
  /** For writes, which would be seen in the lists of the other. */
  const writer = await open()

  const read = async (path: string, from: TestConsole = console): Promise<unknown> => {
    const { status, json, text } = await from.ask(`GET ${path}`, { key })
    expect(status, text).toBe(200)
    expect(text).not.toMatch(secret)
    return json
  }

  /** The answer of a write of the other console. */
  const write = (request: string, body?: unknown) =>
    writer.ask(request, { key, ...(body === undefined ? {} : { body }) })

  return { windmill, open, console, read, write }
}
