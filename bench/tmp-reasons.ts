import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#scripts/postgres.mjs'
import { emptyPostgres } from '#test/service/support/postgres-databases.ts'
import { seedLists } from './lists/seed.ts'
import { openService } from './lists/service.ts'
const kind = process.argv[2]
const runs = Number(process.argv[3] ?? 1_000_000)
const measure = async (url: string | null) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-reasons-'))
  const service = await openService(url, folder)
  await seedLists(service.pool, service, { flows: 500, conversations: 500, runs }, console.log)
  const ask = async (path: string) => {
    const times: number[] = []
    let text = ''
    for (let i = 0; i < 6; i += 1) {
      const began = performance.now()
      const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Token ${service.key}` } })
      text = await response.text()
      times.push(Math.round(performance.now() - began))
    }
    console.log(kind, path, times.join(' '), text.length, text.slice(0, 160))
    return text
  }
  await ask('/billing/runs/?limit=25')
  const text = await ask('/billing/runs/reasons/')
  const { results, from, to, other } = JSON.parse(text)
  console.log(from, to, results.length, JSON.stringify(other), results[0]?.count)
  const mid = new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString()
  const late = new Date(Date.parse(from) + (Date.parse(to) - Date.parse(from)) * 0.9).toISOString()
  await ask(`/billing/runs/reasons/?started_at__gte=${mid}`)
  await ask(`/billing/runs/reasons/?started_at__gte=${late}`)
  await ask(`/billing/runs/reasons/?flow=flw_b00000012`)
  await ask(`/billing/runs/?reason=${results[0].key}`)
  await ask(`/billing/runs/?status=failed&is_retried=false`)
  await ask(`/flow/?ordering=-failed_last_30_days`)
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}
if (kind === 'pglite') await measure(null)
else {
  const postgres = await startPostgres()
  const own = await emptyPostgres(postgres.url)
  await measure(own.url)
  await own.drop()
  await postgres.stop()
}
process.exit(0)
