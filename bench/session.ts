/** The first account of a fresh service, with the sample workspace. */
import { join } from 'node:path'
import { root, run } from '#scripts/program.mjs'
import type { Service } from '#scripts/service.mjs'

const owner = { email: 'owner@example.com', password: 'a sentence works well', name: 'Olga Owner', account: 'Example' }

export interface Cookie {
  name: string
  value: string
}

/**
 * Sets the service up.
 * @param url origin of the service, as browsers send it
 * @param code the one-time code of its first start
 */
export async function sessionOf(url: string, code: string): Promise<Cookie[]> {
  const response = await fetch(`${url}/api/setup/`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ code, ...owner }),
  })
  if (!response.ok) throw new Error(`The service was not set up: ${await response.text()}`)
  return response.headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [{ name, value }]
  })
}

export interface SampleSize {
  flows: number
  conversations: number
  runs: number
}

export async function addSample({ dataDir }: Service, size: SampleSize): Promise<void> {
  const flags = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)])
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined }
  const { code, output } = await run(process.execPath, [join(root, 'dist/server/command.mjs'), 'sample', ...flags], {
    env,
  })
  if (code !== 0) throw new Error(`The sample was not created: ${output}`)
}
