/** Creates flows for tests of runs from a short notation, and waits for their results. */
import { expect } from 'vitest'
import { z } from 'zod'
import { RunDetail } from '#contract/billing.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { TestService, Who } from './harness.ts'

export interface TestNode {
  id: string
  type: string
  config?: JsonRecord
  disabled?: boolean
  tool?: string
}

/** An edge: "a → b", or "a.error → b" from another output. */
export type Way = string

const readWay = (way: Way, index: number) => {
  const [from = '', to = ''] = way.split('→').map((part) => part.trim())
  const [source = '', handle] = from.split('.')
  return { id: `e${index}`, source, target: to, ...(handle === undefined ? {} : { source_handle: handle }) }
}

/** Creates a flow by import, and activates it unless `activate` is false; resolves to its id. */
export async function makeFlow(
  service: TestService,
  who: Who,
  flow: { name?: string; nodes: TestNode[]; ways: Way[]; settings?: JsonRecord; variables?: JsonRecord[] },
  activate = true,
): Promise<string> {
  const template = {
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
      edges: flow.ways.map(readWay),
      metadata: {},
      variables: flow.variables ?? [],
      settings: flow.settings ?? {},
    },
  }
  const made = await service.request('POST', '/flow/import/', { as: who, body: { template } })
  expect(made.status, made.text).toBe(201)
  const { id } = made.as(z.object({ id: z.string() }))
  if (activate) {
    const active = await service.request('POST', `/flow/${id}/activate/`, { as: who })
    expect(active.status, active.text).toBe(200)
  }
  return id
}

/** Starts a flow manually; resolves to the run in the response. */
export async function startRun(
  service: TestService,
  who: Who,
  flow: string,
  body: JsonRecord = {},
): Promise<z.infer<typeof RunDetail>> {
  const started = await service.request('POST', `/flow/${flow}/run/`, { as: who, body })
  expect(started.status, started.text).toBe(201)
  return started.as(RunDetail)
}

export async function readRun(service: TestService, who: Who, id: string): Promise<z.infer<typeof RunDetail>> {
  const got = await service.request('GET', `/billing/runs/${id}/`, { as: who })
  expect(got.status, got.text).toBe(200)
  return got.as(RunDetail)
}

const endStatuses: ReadonlySet<string> = new Set(['succeeded', 'failed', 'cancelled', 'timed_out', 'blocked'])
/** Far longer than any run of a test takes on a busy machine. */
const patienceMs = 60_000
const betweenMs = 40

/** Polls until the result is as expected. */
export async function until<T>(ask: () => Promise<T>, isRight: (value: T) => boolean, what: string): Promise<T> {
  const last = Date.now() + patienceMs
  for (;;) {
    const value = await ask()
    if (isRight(value)) return value
    if (Date.now() > last) throw new Error(`Timed out, expected: ${what}. Last value: ${JSON.stringify(value)}`)
    await new Promise((done) => void setTimeout(done, betweenMs))
  }
}

/** Resolves to the run once it has ended. */
export const runEnd = (service: TestService, who: Who, id: string): Promise<z.infer<typeof RunDetail>> =>
  until(
    () => readRun(service, who, id),
    ({ status }) => endStatuses.has(status),
    `run ${id} has ended`,
  )

/** Resolves to the run once it has this status. */
export const runStatus = (
  service: TestService,
  who: Who,
  id: string,
  status: string,
): Promise<z.infer<typeof RunDetail>> =>
  until(
    () => readRun(service, who, id),
    (run) => run.status === status,
    `run ${id} is ${status}`,
  )
