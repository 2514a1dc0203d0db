/** Writes the objects that conversations and runs refer to: tools, channels, contacts and flows. */
import type { Queryable } from '#server/store/engine/engine-db.ts'
import type { ValidationSummary } from '#contract/flow.ts'
import { lintFlow } from '#flow/health/lint.ts'
import { validationSummaryOf } from '#flow/health/validation-summary.ts'
import { requiresOf } from '#flow/requires.ts'
import { documentFacts, writeDocument, type FlowDocument } from '#server/store/flows/flow-document.ts'
import { writeChannelEvents } from './channel-events.ts'
import { sampleChannels } from './channels.ts'
import { contactOf } from './conversations/contacts.ts'
import type { Design } from './flows/design.ts'
import { designs } from './flows/designs.ts'
import { SampleVersionWriter, versionAt, versionsOf } from './flows/flow-versions.ts'
import { documentOf, flowIdOf } from './flows/sample-document.ts'
import { dayMs } from './daily-traffic.ts'
import type { FlowRunSummary } from './runs/run-maker.ts'
import { type FlowPaths, flowPathsOf } from './runs/run-paths.ts'
import { sampleToolId, sampleTools } from './tools.ts'
import { writeToolVersions } from './tool-versions.ts'
import { planIndexes, variantPlanIndex, variantOf, variantPlan } from './flows/flow-variants.ts'
import { listLiteral, BulkWriter } from './bulk-writer.ts'
import type { RunChannel, SampleFlow } from './runs/run-request.ts'

const minuteMs = 60_000
/** Rows buffered before they are written. */
const cachedFlows = 5000

const channelId = (key: string): string => `chn_sample_${key}`

/** A flow document with derived data; flows with the same structure share it. */
interface BuiltFlow {
  document: FlowDocument
  body: string
  facts: ReturnType<typeof documentFacts>
  validationSummary: ValidationSummary
  requires: ReturnType<typeof requiresOf>['requires']
  paths: FlowPaths
}

function build(seed: string, document: FlowDocument): BuiltFlow {
  const parts = { name: '', description: '', ...document }
  return {
    document,
    body: writeDocument(document),
    facts: documentFacts(document),
    validationSummary: validationSummaryOf(lintFlow(parts)),
    requires: requiresOf(parts).requires,
    paths: flowPathsOf(seed, document),
  }
}

export interface CatalogueFlow {
  design: Design
  flow: SampleFlow
  builtFlow: BuiltFlow
}

/** Yields `count` flows, hand-written ones first, then generated variants. */
export function* catalogueFlows(count: number): Generator<CatalogueFlow> {
  const shared =
    count > designs.length
      ? planIndexes.map((index) => build(`plan ${index}`, documentOf({ ...variantOf(0), plan: variantPlan(index) })))
      : []
  for (let index = 0; index < count; index += 1) {
    const byHand = designs[index]
    const design = byHand ?? variantOf(index - designs.length)
    const builtFlow = byHand ? build(design.key, documentOf(design)) : shared[variantPlanIndex(index - designs.length)]
    if (!builtFlow) throw new Error(`There is no plan for flow ${index}.`)
    const flow = {
      id: flowIdOf(design.key),
      name: design.name,
      version: design.version,
      versions: byHand ? versionsOf(design, builtFlow.document) : [],
      paths: builtFlow.paths,
      failures: design.failures,
      channels: design.channels.flatMap(runChannel),
    }
    yield { design, flow, builtFlow }
  }
}

function runChannel(key: string): RunChannel[] {
  const found = sampleChannels.find((channel) => channel.key === key)
  return found ? [{ id: channelId(key), name: found.name, type: found.type, cost: found.cost }] : []
}

/** Ids of the sample tools, by the key that sample flows use. */
export const sampleToolIds: ReadonlyMap<string, string> = new Map(
  sampleTools.map(({ key }) => [key, sampleToolId(key)]),
)

/** Writes the tools. Appends "_sample" to keys that the account already uses; flows refer to tools by binding. */
export async function writeTools(client: Queryable, account: string, now: number): Promise<number> {
  const { rows } = await client.query<{ key: string }>('select key from tool where account_id = $1', [account])
  const taken = new Set(rows.map((row) => row.key))
  const writer = new BulkWriter(client, account, 'tool', {
    id: 'text',
    key: 'text',
    name: 'text',
    description: 'text',
    category: 'text',
    enabled: 'boolean',
    input_schema: 'jsonb',
    output_schema: 'jsonb',
    config: 'jsonb',
    version: 'integer',
    cost_hint: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  })
  const made = sampleTools.map((tool, index) => ({
    tool,
    id: sampleToolId(tool.key),
    key: taken.has(tool.key) ? `${tool.key}_sample` : tool.key,
    version: 1 + (index % 5),
    createdAt: now - (400 - index) * dayMs,
    updatedAt: now - (index * 3 + 1) * dayMs,
  }))
  for (const { tool, id, key, version, createdAt, updatedAt } of made)
    writer.add({
      id,
      key,
      name: tool.name,
      description: tool.description,
      category: tool.category,
      enabled: tool.enabled,
      input_schema: tool.input && JSON.stringify(tool.input),
      output_schema: tool.output && JSON.stringify(tool.output),
      config: JSON.stringify(tool.config),
      version,
      cost_hint: tool.cost,
      created_at: createdAt,
      updated_at: updatedAt,
    })
  await writer.flush()
  await writeToolVersions(client, account, made)
  return sampleTools.length
}

export async function writeChannels(
  client: Queryable,
  account: string,
  now: number,
  flowNames: ReadonlyMap<string, string>,
): Promise<number> {
  const writer = new BulkWriter(client, account, 'channel', {
    id: 'text',
    type: 'text',
    name: 'text',
    identifier: 'text',
    provider: 'text',
    status: 'text',
    status_reason: 'text',
    flow_id: 'text',
    flow_name: 'text',
    quality: 'text',
    pending_count: 'integer',
    last_event_at: 'timestamptz',
    last_error: 'jsonb',
    created_at: 'timestamptz',
  })
  for (const [index, channel] of sampleChannels.entries()) {
    const flow = flowIdOf(channel.flow ?? '')
    const flowName = flowNames.get(flow) ?? null
    const { error } = channel
    writer.add({
      id: channelId(channel.key),
      type: channel.type,
      name: channel.name,
      identifier: channel.identifier,
      provider: channel.provider,
      status: channel.status,
      status_reason: channel.reason,
      flow_id: flowName === null ? null : flow,
      flow_name: flowName,
      quality: channel.quality,
      pending_count: channel.pending,
      last_event_at: channel.idle === null ? null : now - channel.idle * minuteMs,
      last_error:
        error &&
        JSON.stringify({
          code: error.code,
          message: error.message,
          at: new Date(now - error.minutes * minuteMs).toISOString(),
        }),
      created_at: now - (380 - index * 9) * dayMs,
    })
  }
  await writer.flush()
  await writeStates(client, account, now)
  await writeChannelEvents(client, account, now, channelId)
  return sampleChannels.length
}

/** Days of status history. */
const stateDays = 30

/** Writes the status history: first connected, then the current status since the last error or activity. */
async function writeStates(client: Queryable, account: string, now: number): Promise<void> {
  const types = { id: 'text', channel_id: 'text', at: 'timestamptz', status: 'text', reason: 'text' } as const
  const writer = new BulkWriter(client, account, 'channel_state', types, false)
  for (const { key, status, reason, error, idle } of sampleChannels) {
    const of = { channel_id: channelId(key) }
    const since = now - stateDays * dayMs
    writer.add({ ...of, id: `${channelId(key)}_first`, at: since, status: 'connected', reason: null })
    if (status === 'connected') continue
    const at = now - (error?.minutes ?? idle ?? 0) * minuteMs
    writer.add({ ...of, id: `${channelId(key)}_now`, at, status, reason })
  }
  await writer.flush()
}

/** Age of contacts in days, which is greater than that of the first conversation. */
const knownDays = 400

export async function writeContacts(client: Queryable, account: string, now: number, count: number): Promise<void> {
  const at = now - knownDays * dayMs
  const writer = new BulkWriter(client, account, 'contact', {
    id: 'text',
    name: 'text',
    email: 'text',
    phone: 'text',
    company: 'text',
    tags: 'words',
    fields: 'jsonb',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  })
  for (let index = 0; index < count; index += 1) {
    const { fields, tags, ...contact } = contactOf(index)
    writer.add({ ...contact, tags: listLiteral(tags), fields: JSON.stringify(fields), created_at: at, updated_at: at })
    if (writer.size >= cachedFlows) await writer.flush()
  }
  await writer.flush()
}

/** Writes the flows. To be called after the runs, since each flow stores their number and last time. */
export async function writeFlows(
  client: Queryable,
  account: string,
  now: number,
  given: { count: number; facts: ReadonlyMap<string, FlowRunSummary> },
): Promise<void> {
  const flows = new BulkWriter(client, account, 'flow', {
    id: 'text',
    name: 'text',
    description: 'text',
    status: 'text',
    version: 'integer',
    live_version: 'integer',
    tags: 'words',
    node_count: 'integer',
    edge_count: 'integer',
    trigger_types: 'words',
    validation_summary: 'jsonb',
    run_count: 'integer',
    last_run_at: 'timestamptz',
    last_run_status: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  })
  const documents = new BulkWriter(client, account, 'flow_document', { flow_id: 'text', body: 'text' }, false)
  const bindings = new BulkWriter(
    client,
    account,
    'flow_binding',
    { flow_id: 'text', kind: 'text', key: 'text', target_id: 'text' },
    false,
  )
  const versions = new SampleVersionWriter(client, account, now)
  const flush = async () => {
    await flows.flush()
    await documents.flush()
    await versions.flush()
    await bindings.flush()
  }
  const tools = new Set(sampleTools.map((tool) => tool.key))
  for (const { design, flow, builtFlow } of catalogueFlows(given.count)) {
    const facts = given.facts.get(flow.id)
    flows.add({
      id: flow.id,
      name: design.name,
      description: design.description,
      status: design.status,
      version: design.version,
      live_version: versionAt(flow.versions, 0),
      tags: listLiteral(design.tags),
      node_count: builtFlow.facts.nodeCount,
      edge_count: builtFlow.facts.edgeCount,
      trigger_types: listLiteral(builtFlow.facts.triggerTypes),
      validation_summary: JSON.stringify(builtFlow.validationSummary),
      run_count: facts?.count ?? 0,
      last_run_at: facts?.lastAt ?? null,
      last_run_status: facts?.lastStatus ?? null,
      created_at: now - Math.round(design.age * dayMs),
      updated_at: now - Math.round(design.changed * dayMs),
    })
    documents.add({ flow_id: flow.id, body: builtFlow.body })
    versions.add(flow.id, flow.versions)
    const bind = (kind: string, keys: readonly string[], idOf: (key: string) => string | null) => {
      for (const key of keys) bindings.add({ flow_id: flow.id, kind, key, target_id: idOf(key) })
    }
    bind('tool', builtFlow.requires.tools, (key) => (tools.has(key) ? sampleToolId(key) : null))
    bind('channel', builtFlow.requires.channels, (key) => runChannel(key)[0]?.id ?? null)
    bind('secret', builtFlow.requires.secrets, (key) => (tools.has(key) ? sampleToolId(key) : null))
    if (flows.size >= cachedFlows) await flush()
  }
  await flush()
}
