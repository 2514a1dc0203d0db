/** Changes of workflows through the console: what n8n is sent, and what is compared before. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { flows, n8nConsole, n8nKey, recordedAnswer, recordedN8n } from './n8n-product.ts'
import { stopAll } from './support.ts'

afterAll(stopAll)
const n8n = await recordedN8n()
const console = await n8nConsole(n8n)
beforeEach(() => n8n.restore())

const Recorded = z.looseObject({ name: z.string(), nodes: z.unknown(), connections: z.unknown() })
const orders = Recorded.parse(recordedAnswer('workflow-orders'))
const versionNow = async (): Promise<number> =>
  z.looseObject({ version: z.int() }).parse((await ask(`GET /flow/${flows.orders}/`)).json).version
const path = `/api/v1/workflows/${flows.orders}`

const ask = (request: string, body?: unknown, headers: Record<string, string> = {}) =>
  console.ask(request, { key: n8nKey, headers, ...(body === undefined ? {} : { body }) })
const written = () =>
  n8n.requests.filter(({ method }) => method !== 'GET').map(({ method, target }) => `${method} ${target}`)

const listPath = 'GET /api/v1/workflows?limit=250&excludePinnedData=true'
const Row = z.looseObject({ id: z.string() })
const { data: recordedRows } = z.object({ data: z.array(Row) }).parse(recordedAnswer('workflows-list'))

/** n8n's list from now on: without a workflow, or with another state of it. */
function changeList(id: string, row: unknown): void {
  const others = recordedRows.filter((one) => one.id !== id)
  n8n.replace(listPath, { answer: { data: row === null ? others : [...others, row], nextCursor: null } })
}

/** From the write on, n8n answers with the workflow as it was recorded after it. */
const writeThen = (write: string, name: string, after: string) =>
  n8n.replace(write, (_, response) => {
    n8n.use(after)
    const row = recordedAnswer(after)
    changeList(Row.parse(row).id, row)
    response.end(JSON.stringify(recordedAnswer(name)))
  })

test('a rename sends all fields of the workflow, since n8n replaces it', async () => {
  writeThen(`PUT ${path}`, 'workflow-update', 'after-update-workflow')
  const version = await versionNow()
  const { status, json } = await ask(`PATCH /flow/${flows.orders}/`, { name: 'Orders of the shop', version })
  expect([status, json]).toMatchObject([200, { id: flows.orders, name: 'Orders of the shop', node_count: 7 }])
  expect(n8n.bodies(`PUT ${path}`)).toEqual([
    {
      name: 'Orders of the shop',
      nodes: orders.nodes,
      connections: orders.connections,
      settings: { executionOrder: 'v1' },
      nodeGroups: [],
    },
  ])
  expect((await ask('GET /flow/?search=of+the+shop')).json).toMatchObject({ count: 1 })
})

test.each(['body', 'header'])(
  'a workflow that was renamed there is not overwritten: version in the %s',
  async (place) => {
    const version = await versionNow()
    // n8n keeps its own version when a workflow is renamed.
    n8n.replace(`GET ${path}`, { answer: { ...orders, name: 'Theirs' } })
    const { status, json } =
      place === 'body'
        ? await ask(`PATCH /flow/${flows.orders}/`, { name: 'Mine', version })
        : await ask(`PATCH /flow/${flows.orders}/`, { name: 'Mine' }, { 'if-match': `"${version}"` })
    expect([status, json]).toMatchObject([
      409,
      { code: 'version_conflict', current: { id: flows.orders, name: 'Theirs' } },
    ])
    expect(written()).toEqual([])
  },
)

test.each([
  { verb: 'activate', action: 'activate', expected: 'active' },
  { verb: 'pause', action: 'deactivate', expected: 'paused' },
  { verb: 'archive', action: 'archive', expected: 'archived' },
])('$verb', async ({ verb, action, expected }) => {
  const id = flows.nightly
  writeThen(`POST /api/v1/workflows/${id}/${action}`, `workflow-${action}`, `after-${action}-workflow`)
  expect(await ask(`POST /flow/${id}/${verb}/`)).toMatchObject({ status: 200, json: { id, status: expected } })
  expect(written()).toEqual([`POST /api/v1/workflows/${id}/${action}`])
  expect((await ask('GET /flow/?search=nightly')).json).toMatchObject({ results: [{ status: expected }] })
})

test('an archived flow is restored by pausing it', async () => {
  const id = flows.nightly
  n8n.use('after-archive-workflow')
  writeThen(`POST /api/v1/workflows/${id}/unarchive`, 'workflow-unarchive', 'after-unarchive-workflow')
  expect(await ask(`POST /flow/${id}/pause/`)).toMatchObject({ status: 200, json: { id, status: 'paused' } })
})

test('tags are created where n8n does not have them', async () => {
  const id = flows.nightly
  writeThen(`PUT /api/v1/workflows/${id}/tags`, 'workflow-tags-put', 'after-tags-workflow')
  const { status, json } = await ask(`PUT /flow/${id}/tags/`, { tags: ['shop', 'new'] })
  expect([status, json]).toMatchObject([200, { id, tags: expect.arrayContaining(['shop', 'new']) }])
  const { id: created } = z.looseObject({ id: z.string() }).parse(recordedAnswer('tag-create'))
  expect(n8n.bodies('POST /api/v1/tags')).toEqual([{ name: 'new' }])
  expect(n8n.bodies(`PUT /api/v1/workflows/${id}/tags`)).toEqual([[{ id: 'ISIGmPtg8tD97Dzn' }, { id: created }]])
})

test('an import sends the fields that n8n accepts, and no others', async () => {
  const template = recordedAnswer('workflow-orders')
  const { status, json } = await ask('POST /flow/import/', { template, name: 'Imported orders' })
  expect([status, json]).toMatchObject([201, { name: 'Imported orders', import: { source_format: 'n8n' } }])
  expect(n8n.bodies('POST /api/v1/workflows')).toEqual([
    {
      name: 'Imported orders',
      nodes: orders.nodes,
      connections: orders.connections,
      settings: { executionOrder: 'v1' },
      nodeGroups: [],
    },
  ])
})

test('files of other products, several workflows and no file are refused before n8n is asked', async () => {
  const foreign = { id: 'x', namespace: 'company.team', tasks: [{ id: 'a', type: 'io.kestra.plugin.core.log.Log' }] }
  for (const [template, code] of [
    [foreign, 'not_a_template'],
    ['no file', 'not_a_template'],
    [[recordedAnswer('workflow-tax'), recordedAnswer('workflow-names')], 'several_flows'],
  ])
    expect((await ask('POST /flow/import/', { template })).json).toMatchObject({ code })
  expect(written()).toEqual([])
})

test('a deleted flow is in no list any more', async () => {
  const id = flows.archived
  n8n.replace(`DELETE /api/v1/workflows/${id}`, (_, response) => {
    changeList(id, null)
    response.end(JSON.stringify(recordedAnswer('workflow-delete')))
  })
  expect((await ask('GET /flow/?status=archived')).json).toMatchObject({ count: 1 })
  expect((await ask(`DELETE /flow/${id}/`)).status).toBe(204)
  expect((await ask('GET /flow/?status=archived')).json).toMatchObject({ count: 0 })
})

test('the runs of a deleted flow are gone, as in n8n', async () => {
  const own = await n8nConsole(n8n)
  const count = async (query: string): Promise<number> =>
    z.looseObject({ count: z.int() }).parse((await own.ask(`GET /billing/runs/?limit=1${query}`, { key: n8nKey })).json)
      .count
  const [all, ofOrders] = [await count(''), await count(`&flow=${flows.orders}`)]
  expect(ofOrders).toBeGreaterThan(0)
  n8n.replace(`DELETE ${path}`, { answer: orders })
  expect((await own.ask(`DELETE /flow/${flows.orders}/`, { key: n8nKey })).status).toBe(204)
  expect(await count('')).toBe(all - ofOrders)
})

test.each(['%2e%2e', '%2E.', '.', '%2e'])('the id %s leads to no other address of n8n', async (id) => {
  for (const request of [
    `GET /flow/${id}/`,
    `DELETE /flow/${id}/`,
    `PUT /flow/${id}/tags/`,
    `POST /billing/runs/${id}/retry/`,
  ]) {
    const { status } = await ask(request, request.startsWith('P') ? { tags: [] } : undefined)
    expect([400, 404], request).toContain(status)
  }
  expect(n8n.asked.filter((request) => !/(?:workflows|executions|tags|credentials|variables)\?/.test(request))).toEqual(
    [],
  )
})

test('an encoded slash stays a part of the id', async () => {
  expect((await ask('GET /flow/..%2F..%2Frest%2Flogin/')).status).toBe(404)
  expect(n8n.unrecorded).toEqual(['GET /api/v1/workflows/..%2F..%2Frest%2Flogin'])
})
