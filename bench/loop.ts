/** Maximum event loop delay of the service under hostile requests and large flows, measured in its process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { freePort } from '#scripts/free-port.mjs'
import { startService } from '#scripts/service.mjs'
import { createAccount } from './engine/service.ts'
import { bench, sized, type Report } from './harness.ts'
import { hostile, type HostileRequest } from './loop/requests.ts'
import { placedFlow } from './placed-flow.ts'

/** Limit in ms: a longer delay would be noticeable to other requests. */
const maxDelayMs = 50
/** Rounds of each request; the minimum counts, since the machine may have other load. */
const rounds = sized(3, 1)
/** Nodes of the large flow, about 20 MB. */
const largeNodes = sized(50_000, 200)

const root = join(import.meta.dirname, '..')
const DelayBody = z.object({ held: z.number() })
const Created = z.looseObject({ id: z.string() })

await bench('loop', async (report: Report) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-loop-'))
  const delayPort = await freePort()
  const env = { HELD_PORT: String(delayPort), LOG_LEVEL: 'warn', DATA_DIR: dataDir }
  const program = ['--import', join(root, 'bench/loop/event-loop-delay.mjs'), join(root, 'dist/server/main.mjs')]
  const service = await startService({ env, dataDir, program })
  const readMaxDelay = async () => DelayBody.parse(await (await fetch(`http://127.0.0.1:${delayPort}/`)).json()).held
  try {
    const key = await createAccount({ DATA_DIR: dataDir })
    const headers = { authorization: `Token ${key}`, 'content-type': 'application/json' }
    const send = async ({ method, path, body }: HostileRequest) => {
      await readMaxDelay()
      const response = await fetch(`${service.url}/api${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      return { status: response.status, text, held: await readMaxDelay() }
    }
    const measure = async (hostileRequest: HostileRequest) => {
      const all = []
      for (let round = 0; round < rounds; round += 1) all.push(await send(hostileRequest))
      const held = Math.min(...all.map((one) => one.held))
      report(`${hostileRequest.name} (${all[0]?.status})`, held, 'ms', { atMost: maxDelayMs })
    }
    for (const hostileRequest of hostile) await measure(hostileRequest)
    const { nodes, edges } = placedFlow(largeNodes)
    const body = JSON.stringify({ template: { format: 'flow-template', flow: { name: 'Large', nodes, edges } } })
    const large: HostileRequest = { name: 'import of a large flow', method: 'POST', path: '/flow/import/', body }
    await measure(large)
    const { id } = Created.parse(JSON.parse((await send(large)).text))
    await measure({ name: 'a large flow is read', method: 'GET', path: `/flow/${id}/` })
    await measure({ name: 'a large flow is exported', method: 'GET', path: `/flow/${id}/export/` })
    await measure({ name: 'a large flow is renamed', method: 'PATCH', path: `/flow/${id}/`, body: '{"name":"b"}' })
    await measure({ name: 'a large flow is copied', method: 'POST', path: `/flow/${id}/duplicate/`, body: '{}' })
    await measure({ name: 'a large flow is tested', method: 'POST', path: `/flow/${id}/run/`, body: '{"input":{}}' })
  } finally {
    await service.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
