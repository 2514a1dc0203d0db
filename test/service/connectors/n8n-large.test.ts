/** n8n with a workflow of 10 MB, and with many executions. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { flows, n8nConsole, n8nKey, recordedAnswer, recordedN8n } from './n8n-product.ts'
import { stopAll } from './support.ts'

afterAll(stopAll)
const n8n = await recordedN8n()
beforeEach(() => n8n.restore())

const Page = z.object({
  count: z.int(),
  count_is: z.string().optional(),
  results: z.array(z.looseObject({ id: z.string() })),
})
const MB = 1024 * 1024

test('a workflow of 10 MB is read and exported whole', async () => {
  const workflow = z.looseObject({ nodes: z.array(z.unknown()) }).parse(recordedAnswer('workflow-orders'))
  const nodes = Array.from({ length: 10_000 }, (_, index) => ({
    id: `n${index}`,
    name: `Node ${index}`,
    type: 'n8n-nodes-base.set',
    typeVersion: 3.4,
    position: [index * 10, 0],
    parameters: { text: 'x'.repeat(950) },
  }))
  const large = { ...workflow, nodes: [...workflow.nodes, ...nodes] }
  n8n.replace(`GET /api/v1/workflows/${flows.orders}`, { answer: large })
  const console = await n8nConsole(n8n)
  const exported = await console.ask(`GET /flow/${flows.orders}/export/`, { key: n8nKey })
  expect(exported.text.length).toBeGreaterThan(10 * MB)
  expect(exported.json).toEqual(large)
  const { status, json } = await console.ask(`GET /flow/${flows.orders}/`, { key: n8nKey })
  expect([status, json]).toMatchObject([200, { node_count: 10_007 }])
})

/**
 * Pages of 250 executions, the newest first; every 10th failed. Returns the release of the second page, which is held
 * until then.
 */
function answerExecutions(count: number): () => void {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const last = Date.parse('2026-11-28T09:00:00Z')
  const rowOf = (index: number) => {
    const started = last - index * 1000
    return {
      id: String(count - index),
      finished: index % 10 !== 0,
      mode: 'webhook',
      retryOf: null,
      retrySuccessId: null,
      status: index % 10 === 0 ? 'error' : 'success',
      startedAt: new Date(started).toISOString(),
      stoppedAt: new Date(started + 250).toISOString(),
      workflowId: flows.orders,
      waitTill: null,
    }
  }
  n8n.replace('GET /api/v1/executions?limit=250&status=running', { answer: { data: [], nextCursor: null } })
  for (let start = 0; start < count; start += 250) {
    const cursor = start === 0 ? '' : `&cursor=${start}`
    const next = start + 250 < count ? String(start + 250) : null
    const data = Array.from({ length: Math.min(250, count - start) }, (_one, index) => rowOf(start + index))
    n8n.replace(`GET /api/v1/executions?limit=250${cursor}`, (_, response) => {
      void (start === 0 ? Promise.resolve() : held).then(() => response.end(JSON.stringify({ data, nextCursor: next })))
    })
  }
  return release
}

async function checkExecutions(count: number): Promise<void> {
  const release = answerExecutions(count)
  const console = await n8nConsole(n8n)
  const ask = async (request: string) => Page.parse((await console.ask(request, { key: n8nKey })).json)
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const started = performance.now()
  const first = await ask('GET /billing/runs/?limit=25')
  const firstMs = performance.now() - started
  expect(first.results[0]?.id).toBe(String(count))
  // A first visit does not wait for all pages.
  expect(first.count_is).toBe('about')
  release()
  await expect
    .poll(async () => (await ask('GET /billing/runs/?limit=1')).count_is, { timeout: 150_000 })
    .toBeUndefined()
  const loadMs = performance.now() - started
  const listed = performance.now()
  expect((await ask('GET /billing/runs/?limit=25')).count).toBe(count)
  const listMs = performance.now() - listed
  expect((await ask(`GET /billing/runs/?limit=1&status=failed&offset=${count / 10 - 1}`)).results).toHaveLength(1)
  expect((await ask('GET /billing/runs/?limit=1&status=failed')).count).toBe(count / 10)
  const oldest = await ask('GET /billing/runs/?limit=1&ordering=started_at')
  expect(oldest.results[0]?.id).toBe('1')
  const summary = await console.ask('GET /billing/runs/summary/?group_by=status', { key: n8nKey })
  expect(summary.json).toMatchObject({ totals: { count, failed: count / 10, duration_ms: count * 250 } })
  globalThis.gc?.()
  const heapMB = Math.round((process.memoryUsage().heapUsed - before) / MB)
  process.stdout.write(
    `${count} executions: first page ${Math.round(firstMs)} ms, all ${Math.round(loadMs)} ms, a page then ${Math.round(listMs)} ms, ${heapMB} MB\n`,
  )
}

test('the first page comes at once, and the counts are exact after loading', () => checkExecutions(10_000))

test('the same with 100,000 executions, the maximum', { tags: ['all'] }, () => checkExecutions(100_000))
