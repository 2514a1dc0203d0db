/**
 * Updates of real flows from files: what belongs to the flow stays, and the service counts the changes like a naive
 * comparison by id. Without FLOW_CORPUS one update of each flow of this repo's files, with it all edits of all flows.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Edge, Node, Template } from '#contract/flow.ts'
import { FlowDetail } from '#contract/flow.ts'
import { FlowVersion, flowVersion, type VersionChanges } from '#contract/flows/flow-version.ts'
import { makeNode } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { writeTemplate } from '#flow/file/template.ts'
import { corpusAt, repoCorpus } from '#scripts/corpus/flow-corpus.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const corpus = process.env['FLOW_CORPUS']
const isWhole = corpus !== undefined
const folders = [repoCorpus, ...(isWhole ? [resolve(corpus)] : [])]
const files = folders.flatMap((folder) => corpusAt(folder).files.map(({ file }) => join(folder, file)))
/** Flows of one file that are updated; some files have dozens. */
const maxFlows = isWhole ? 1 : 2
/** Updates that the whole corpus must be good for, so that it cannot shrink unnoticed. */
const leastUpdates = isWhole ? 200 : 24

type Flow = Template['flow']

/** A node with a tool, which no edit removes. */
const keptStep = 'kept_step'

const Versions = z.object({ results: z.array(FlowVersion) })
const Runs = z.object({
  count: z.int(),
  results: z.array(z.looseObject({ id: z.string(), cost: z.string().nullable() })),
})

const withConfig = (one: Node): Node => ({ ...one, config: { ...one.config, edited_value: `of ${one.id}` } })
const moved = (one: Node): Node => ({
  ...one,
  position: one.position === null ? { x: 40, y: 40 } : { x: one.position.x + 40, y: one.position.y - 20 },
})
const each = <T>(list: readonly T[], every: number, edit: (one: T) => T): T[] =>
  list.map((one, index) => (index % every === 0 ? edit(one) : one))

function withoutNode({ nodes, edges, ...rest }: Flow): Flow {
  // A group would take its children along.
  const gone = nodes.find(
    ({ id, type }) => type !== 'wait' && id !== keptStep && nodes.every(({ parent }) => parent !== id),
  )
  return {
    ...rest,
    nodes: nodes.filter((one) => one !== gone),
    edges: edges.filter(({ source, target }) => source !== gone?.id && target !== gone?.id),
  }
}

/** A node unlike any other, so that no comparison takes it for one of the flow. */
const addedNode = (number: number): Node =>
  makeNode({
    id: `added_${number}`,
    type: 'wait',
    name: `Added by update ${number}`,
    position: {
      x: -400,
      y: 200 * number,
    },
  })

const addedEdge = (flow: Flow, number: number): Edge[] => {
  const [first] = flow.nodes
  return first === undefined
    ? []
    : [
        {
          id: `added_edge_${number}`,
          source: first.id,
          target: `added_${number}`,
          label: null,
          condition: null,
          source_handle: `added ${number}`,
          target_handle: null,
        },
      ]
}

type Edit = (flow: Flow, number: number) => Flow

const edits: Record<string, Edit> = {
  values: (flow) => ({ ...flow, nodes: each(flow.nodes, 2, withConfig) }),
  moves: (flow) => ({ ...flow, nodes: each(flow.nodes, 3, moved) }),
  added: (flow, number) => ({
    ...flow,
    nodes: [...flow.nodes, addedNode(number)],
    edges: [...flow.edges, ...addedEdge(flow, number)],
  }),
  removed: withoutNode,
  everything: (flow, number) => {
    const less = withoutNode(flow)
    return {
      ...less,
      nodes: [...each(each(less.nodes, 2, withConfig), 3, moved), addedNode(number)],
      edges: each(less.edges, 2, (edge) => ({ ...edge, label: `edited ${number}` })),
      variables: [...flow.variables, { key: `added_${number}`, value: number }],
      settings: { ...flow.settings, timeout_s: 60 + number },
    }
  },
}

/** Equality of JSON, whatever the order of the keys. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

function naiveParts<T extends { id: string }>(before: readonly T[], after: readonly T[], kept: (one: T) => unknown) {
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [one.id, one])))
  const both = [...(now ?? [])].flatMap(([id, one]) => {
    const was = old?.get(id)
    return was === undefined ? [] : [{ was, one }]
  })
  const differs = both.filter(({ was, one }) => text(was) !== text(one))
  const changed = differs.filter(({ was, one }) => text(kept(was)) !== text(kept(one))).length
  return {
    added: after.length - both.length,
    removed: before.length - both.length,
    changed,
    moved: differs.length - changed,
  }
}

/** The numbers of differences by id; linear and without any matching by content. */
function naiveChanges(before: FlowDetail, after: FlowDetail): VersionChanges {
  const edges = naiveParts<Edge>(before.edges, after.edges, (one) => one)
  const byKey = (list: FlowDetail['variables']) => list.map((one) => ({ id: one.key, value: one.value ?? null }))
  const variables = naiveParts(byKey(before.variables), byKey(after.variables), (one) => one)
  const others = [
    [before.settings, after.settings],
    [before.metadata, after.metadata],
  ].filter(([was, is]) => text(was) !== text(is)).length
  return {
    ...naiveParts<Node>(before.nodes, after.nodes, ({ position: _, ...rest }) => rest),
    edges: edges.added + edges.removed + edges.changed,
    definitions: variables.added + variables.removed + variables.changed + others,
  }
}

/** What an update must leave as it is; `later`: the bindings that are still needed. */
const keptOf = ({ bindings, ...flow }: FlowDetail, later: FlowDetail['bindings']) => {
  const { id, name, description, status, tags, run_count, created_at } = flow
  const kept = (kind: keyof typeof later) =>
    Object.fromEntries(Object.entries(bindings[kind]).filter(([key]) => Object.hasOwn(later[kind], key)))
  return {
    id,
    name,
    description,
    status,
    tags,
    run_count,
    created_at,
    bindings: {
      tools: kept('tools'),
      channels: kept('channels'),
      secrets: kept('secrets'),
    },
  }
}

const info = { exportedAt: '2026-11-01T08:00:00Z', generator: { name: 'test', version: '1' } }

eachDatabase('updates of real flows', (service) => {
  let tool = ''
  const counts = { files: 0, flows: 0, updates: 0, added: 0, removed: 0, changed: 0, moved: 0, edges: 0 }
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.request(method, path, { as: service.one.operator, body, headers })
  const readFlow = async (id: string) => (await send('GET', `/flow/${id}/`)).as(FlowDetail)
  const runsOf = async (id: string) => (await send('GET', `/billing/runs/?flow=${id}`)).as(Runs)

  beforeAll(async () => {
    const config = { method: 'GET', url: 'https://orders.example/' }
    const made = await send('POST', '/tool/', { name: 'Orders', key: 'kept_tool', category: 'api', config })
    tool = made.as(z.looseObject({ id: z.string() })).id
  })
  afterAll(() => {
    process.stdout.write(`  ${service.kind}: ${JSON.stringify(counts)}\n`)
  })

  /** Imports a flow with a tool, and adds a run that has cost something. */
  async function makeUsedFlow(draft: Flow, number: number): Promise<FlowDetail> {
    const nodes = [
      ...draft.nodes,
      makeNode({ id: keptStep, type: 'api', name: 'Look up the order', tool: 'kept_tool' }),
    ]
    const template = writeTemplate({ ...draft, nodes }, info)
    const response = await send('POST', '/flow/import/', { template })
    expect(response.status, response.text).toBe(201)
    const { id } = response.as(FlowDetail)
    expect((await send('PUT', `/flow/${id}/tags/`, { tags: ['kept'] })).status).toBe(200)
    await service.app.services.database.pool.query(
      `insert into run (account_id, id, flow_id, flow_name, flow_version, status, trigger, started_at, finished_at, cost)
         values ($1, $2, $3, 'Used', 1, 'succeeded', 'manual', now(), now(), 4210)`,
      [service.one.id, `run_update_${number}`, id],
    )
    return readFlow(id)
  }

  async function update(before: FlowDetail, edit: Edit, number: number): Promise<FlowDetail> {
    const { id, version } = before
    const exported = (await send('GET', `/flow/${id}/export/`)).as(z.custom<Template>())
    const template = { ...exported, flow: edit(exported.flow, number) }
    const body = { template, source: { kind: 'file', name: `update-${number}.json` } }
    const response = await send('PUT', `/flow/${id}/template/`, body, { 'if-match': `"${version}"` })
    expect(response.status, response.text).toBe(200)
    expect(response.as(flowVersion.update.returns).live_version).toBe((before.live_version ?? 0) + 1)
    const after = await readFlow(id)
    const { results } = (await send('GET', `/flow/${id}/versions/?limit=1`)).as(Versions)
    const expected = naiveChanges(before, after)
    expect(results[0]).toMatchObject({ number: after.live_version, state: 'live', changes: expected })
    expect(keptOf(after, after.bindings)).toEqual(keptOf(before, after.bindings))
    expect(after.bindings.tools).toMatchObject({ kept_tool: tool })
    counts.updates += 1
    for (const key of ['added', 'removed', 'changed', 'moved', 'edges'] as const) counts[key] += expected[key]
    return after
  }

  test.each(files)(
    '%s',
    async (file) => {
      const read = readFlowFile({ name: file, bytes: readFileSync(file) })
      if (!read.ok) expect.fail(read.message)
      const flows = read.flows.filter(({ nodes }) => nodes.length > 1).slice(0, maxFlows)
      counts.files += 1
      for (const draft of flows) {
        counts.flows += 1
        let flow = await makeUsedFlow(draft, counts.flows)
        expect(flow.bindings.tools).toMatchObject({ kept_tool: tool })
        const runs = await runsOf(flow.id)
        expect(runs).toMatchObject({ count: 1, results: [{ cost: '0.004210' }] })
        const all = Object.values(edits)
        const chosen = isWhole ? all : all.slice(counts.flows % all.length).slice(0, 1)
        for (const [at, edit] of chosen.entries()) flow = await update(flow, edit, counts.flows * all.length + at)
        expect(await runsOf(flow.id)).toEqual(runs)
      }
    },
    120_000,
  )

  test('were enough', () => {
    expect(counts.updates).toBeGreaterThanOrEqual(leastUpdates)
  })
})
