/** Creates flows for tests of runs from a short notation, and waits for their results. */
import { expect } from 'vitest'
import { z } from 'zod'
import { RunDetail } from '#contract/billing.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { TestService, TestCaller } from './harness.ts'

export interface TestNode {
  id: string
  type: string
  config?: JsonRecord
  disabled?: boolean
  tool?: string
}

/** An edge: "a → b", or "a.error → b" from another output. */
export type EdgeNotation = string

const parseEdge = (notation: EdgeNotation, index: number) => {
  const [from = '', to = ''] = notation.split('→').map((part) => part.trim())
  const [source = '', handle] = from.split('.')
  return { id: `e${index}`, source, target: to, ...(handle === undefined ? {} : { source_handle: handle }) }
}

export interface TestFlow {
  name?: string
  nodes: TestNode[]
  edges: EdgeNotation[]
  settings?: JsonRecord
  variables?: JsonRecord[]
}

/** The template of a flow. */
export const templateOf = (flow: TestFlow): JsonRecord => ({
  format: 'flow-template',
  format_version: '1.0',
  flow: {
    name: flow.name ?? 'A flow',
    description: '',
    nodes: flow.nodes.map(({ id, type, config = {}, disabled = false, tool = null }, index) => ({
      id,
      type,
      name: id,
      position: { x: 300 * index, y: 0 },
      config,
      disabled,
      tool,
    })),
    edges: flow.edges.map(parseEdge),
    metadata: {},
    variables: flow.variables ?? [],
    settings: flow.settings ?? {},
  },
})

/** Creates a flow by import, and activates it unless `activate` is false; resolves to its id. */
export async function makeFlow(
  service: TestService,
  caller: TestCaller,
  flow: TestFlow,
  activate = true,
): Promise<string> {
  const body = { template: templateOf(flow) }
  const response = await service.request('POST', '/flow/import/', { as: caller, body })
  expect(response.status, response.text).toBe(201)
  const { id } = response.as(z.object({ id: z.string() }))
  if (activate) {
    const active = await service.request('POST', `/flow/${id}/activate/`, { as: caller })
    expect(active.status, active.text).toBe(200)
  }
  return id
}

/** Starts a flow manually; resolves to the run in the response. */
export async function startRun(
  service: TestService,
  caller: TestCaller,
  flow: string,
  body: JsonRecord = {},
): Promise<z.infer<typeof RunDetail>> {
  const response = await service.request('POST', `/flow/${flow}/run/`, { as: caller, body })
  expect(response.status, response.text).toBe(201)
  return response.as(RunDetail)
}

export async function readRun(
  service: TestService,
  caller: TestCaller,
  id: string,
): Promise<z.infer<typeof RunDetail>> {
  const response = await service.request('GET', `/billing/runs/${id}/`, { as: caller })
  expect(response.status, response.text).toBe(200)
  return response.as(RunDetail)
}

const endStatuses: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'timed_out', 'blocked'])
/** Far longer than any run of a test takes on a busy machine. */
const timeoutMs = 60_000
const pollMs = 40

/** Polls until the result is as expected. */
export async function until<T>(
  read: () => Promise<T>,
  isExpected: (value: T) => boolean,
  expectation: string,
): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (isExpected(value)) return value
    if (Date.now() > deadline)
      throw new Error(`Timed out, expected: ${expectation}. Last value: ${JSON.stringify(value)}`)
    await new Promise((done) => void setTimeout(done, pollMs))
  }
}

/** Resolves to the run once it has ended. */
export const waitForRunEnd = (
  service: TestService,
  caller: TestCaller,
  id: string,
): Promise<z.infer<typeof RunDetail>> =>
  until(
    () => readRun(service, caller, id),
    ({ status }) => endStatuses.has(status),
    `run ${id} has ended`,
  )

/** Resolves to the run once it has this status. */
export const waitForRunStatus = (
  service: TestService,
  caller: TestCaller,
  id: string,
  status: string,
): Promise<z.infer<typeof RunDetail>> =>
  until(
    () => readRun(service, caller, id),
    (run) => run.status === status,
    `run ${id} is ${status}`,
  )
