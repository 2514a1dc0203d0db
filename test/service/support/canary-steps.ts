/** Steps of tests about secrets in runs, and searches for leaks. */
import { expect } from 'vitest'
import { Tool } from '#contract/tool.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { leaksIn } from './canary-echo.ts'
import type { TestService } from './harness.ts'
import { makeFlow, waitForRunEnd, startRun, type TestNode } from './runs.ts'

export const start: TestNode = { id: 'begin', type: 'trigger', config: { kind: 'manual' } }
const chainOf = (nodes: readonly TestNode[]) =>
  nodes.slice(1).map(({ id }, index) => `${nodes[index]?.id ?? ''} → ${id}`)

/** Steps that store all responses, and the ids of created objects by noun. */
export function canarySteps(service: TestService) {
  const responses: [string, string][] = []
  const ids: Record<string, Set<string>> = {}
  const idOf = (noun: string, id: string) => {
    ;(ids[noun] ??= new Set()).add(id)
    return id
  }
  const send = async (method: string, path: string, body?: unknown, as = service.one.owner) => {
    const response = await service.request(method, path, { as, ...(body === undefined ? {} : { body }) })
    responses.push([
      `${method} ${path.replaceAll(/[a-z]+_\w{8,}/g, '…')}`,
      `${[...response.headers].join('\n')}\n${response.text}`,
    ])
    return response
  }
  const makeTool = async (body: object) => {
    const response = await send('POST', '/tool/', body)
    expect(response.status, response.text).toBe(201)
    return idOf('tool', response.as(Tool).id)
  }
  const flowOf = async (name: string, nodes: readonly TestNode[], activate = true) => {
    const flow = { name, nodes: [...nodes], edges: chainOf(nodes) }
    return idOf('flow', await makeFlow(service, service.one.owner, flow, activate))
  }
  const runToEnd = async (flow: string, body: JsonRecord = {}) => {
    const { id } = await startRun(service, service.one.owner, flow, body)
    return waitForRunEnd(service, service.one.owner, idOf('run', id))
  }
  return { responses, ids, idOf, send, makeTool, flowOf, runToEnd }
}

/** Secrets in any row of any table, including the queue. */
export async function leaksInRows(service: TestService): Promise<string[]> {
  const { pool } = service.app.services.database
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
   where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.rows.length).toBeGreaterThan(30)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ text: string }>(`select row_to_json(t)::text as text from ${name} t`)
    found.push(...rows.flatMap(({ text }) => leaksIn(name, text)))
  }
  return [...new Set(found)]
}
