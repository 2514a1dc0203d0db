/** Twenty times kill -9 with 200 writes in flight, on both databases: lost and duplicated writes. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { startPostgres } from '#scripts/postgres.mjs'
import { run } from '#scripts/program.mjs'
import { startService } from '#scripts/service.mjs'
import { bench, sized, type Report } from './harness.ts'

const kills = sized(20, 1)
const writers = sized(200, 10)
/** Delay of the kill in ms, different each time; the shortest comes before any response. */
const killAfter = sized({ least: 500, most: 4000 }, { least: 300, most: 300 })
/** One write in this many is an import, whose nodes must be stored completely or not at all. */
const importEvery = 5
const importNodes = 40

const Page = z.object({
  next: z.string().nullable(),
  results: z.array(z.object({ name: z.string(), node_count: z.int() })),
})

interface Write {
  name: string
  key: string
  body: string
  path: string
}

function nextWrite(number: number): Write {
  const name = `write ${number} ${randomUUID()}`
  const key = randomUUID()
  if (number % importEvery > 0) return { name, key, path: '/flow/', body: JSON.stringify({ name }) }
  const nodes = Array.from({ length: importNodes }, (_, index) => ({
    id: `n${index}`,
    type: index === 0 ? 'trigger' : 'note',
    name: `n${index}`,
    config: {},
  }))
  const template = { format: 'flow-template', format_version: '1.0', flow: { name, nodes, edges: [] } }
  return { name, key, path: '/flow/import/', body: JSON.stringify({ template }) }
}

/** True if the service confirms the write; false if it does not respond or asks to retry. */
async function send(url: string, key: string, write: Write): Promise<boolean> {
  const response = await fetch(`${url}/api${write.path}`, {
    method: 'POST',
    body: write.body,
    headers: { authorization: `Token ${key}`, 'content-type': 'application/json', 'idempotency-key': write.key },
  }).catch(() => null)
  const text = await response?.text().catch(() => null)
  if (!response || text == null) return false
  if (response.status === 201) return true
  if (response.status === 503 || response.status === 409) return false
  throw new Error(`${write.path} returned ${response.status}: ${text}`)
}

async function storedFlows(url: string, key: string): Promise<Map<string, { times: number; nodes: number }>> {
  const found = new Map<string, { times: number; nodes: number }>()
  let next: string | null = `${url}/api/flow/?limit=100&ordering=created_at`
  while (next !== null) {
    const response = await fetch(next, { headers: { authorization: `Token ${key}` } })
    const page: z.infer<typeof Page> = Page.parse(await response.json())
    for (const { name, node_count: nodes } of page.results)
      found.set(name, { times: (found.get(name)?.times ?? 0) + 1, nodes })
    next = page.next
  }
  return found
}

async function onDatabase(kind: string, env: Record<string, string>, dataDir: string, report: Report): Promise<void> {
  const service = await startService({ env: { ...env, LOG_LEVEL: 'error' }, dataDir })
  await service.stop()
  const command = async (...args: string[]) => {
    const all = [join(import.meta.dirname, '../dist/server/command.mjs'), ...args]
    const { code, output } = await run(process.execPath, all, { env: { ...process.env, ...env, DATA_DIR: dataDir } })
    if (code !== 0) throw new Error(output)
    return output.trim().split('\n').at(-1) ?? ''
  }
  await command('account', 'create', '--email', 'crash@bench.example')
  const key = await command('key', 'create', '--email', 'crash@bench.example', '--name', 'crash')
  const acknowledged: Write[] = []
  const retried: Write[] = []
  const starts: number[] = []
  let number = 0
  let interruptedCount = 0
  for (let kill = 0; kill < kills; kill += 1) {
    starts.push(await service.start())
    const state = { alive: true }
    const open = new Set<Write>()
    const writeLoop = async () => {
      while (state.alive) {
        const write = nextWrite((number += 1))
        open.add(write)
        if (!(await send(service.url, key, write))) continue
        acknowledged.push(write)
        open.delete(write)
      }
    }
    const all = Promise.all(Array.from({ length: writers }, writeLoop))
    await new Promise(
      (done) => void setTimeout(done, killAfter.least + ((killAfter.most - killAfter.least) * kill) / kills),
    )
    state.alive = false
    await service.stop('SIGKILL')
    await all
    interruptedCount += open.size
    retried.push(...open)
  }
  starts.push(await service.start())
  // Writes without a response are retried with the same key: each must exist once afterwards.
  for (const write of retried)
    while (!(await send(service.url, key, write))) await new Promise((done) => void setTimeout(done, 50))
  const found = await storedFlows(service.url, key)
  const lostCount = acknowledged.filter(({ name }) => !found.has(name)).length
  const missing = retried.filter(({ name }) => !found.has(name)).length
  const duplicateCount = [...found.values()].filter(({ times }) => times > 1).length
  const incompleteCount = [...acknowledged, ...retried].filter(
    ({ path, name }) => path === '/flow/import/' && found.get(name)?.nodes !== importNodes,
  ).length
  await service.stop()
  report(`${kind}: kills`, kills, '')
  report(`${kind}: writes acknowledged`, acknowledged.length, '', { atLeast: kills })
  report(`${kind}: writes interrupted and retried`, interruptedCount, '', { atLeast: kills })
  report(`${kind}: acknowledged and lost`, lostCount, '', { atMost: 0 })
  report(`${kind}: retried and missing`, missing, '', { atMost: 0 })
  report(`${kind}: duplicated`, duplicateCount, '', { atMost: 0 })
  report(`${kind}: incomplete imports`, incompleteCount, '', { atMost: 0 })
  report(`${kind}: slowest start after a kill`, Math.max(...starts), 'ms')
}

await bench('crash-writes', async (report) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-crash-'))
  try {
    await onDatabase('pglite', {}, folder, report)
    const postgres = await startPostgres()
    try {
      const env = { DATABASE_URL: postgres.url, SECRET_KEY: 'only for this measurement, which ends soon' }
      await onDatabase('postgres', env, folder, report)
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
