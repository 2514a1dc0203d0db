/** The reference service with the same facts, written to its embedded database while it is stopped. */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PgDialect } from 'drizzle-orm/pg-core'
import { searchTextOf } from '#server/store/flows/flow-search.ts'
import { extensions } from '#server/store/db/pglite-extensions.mjs'
import type { Facts, FlowFact } from './fact.ts'

type Row = Record<string, unknown>

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
const urgencies = ['none', 'low', 'normal', 'high', 'urgent']

const documentOf = (flow: FlowFact): string =>
  JSON.stringify({
    nodes: flow.nodes.map((node) => ({
      id: node.key,
      type: node.kind,
      name: node.title,
      position: node.position,
      size: node.size,
      parent: node.inside,
      tool: node.tool,
      config: node.setup,
      disabled: node.off,
      notes: node.notes,
    })),
    edges: flow.edges.map((edge) => ({
      id: edge.key,
      source: edge.from,
      target: edge.to,
      source_handle: edge.port,
      target_handle: null,
      label: edge.label,
      condition: null,
    })),
    metadata: {},
    variables: [],
    settings: {},
    viewport: null,
  })

const flowId = (key: number | null): string | null => (key === null ? null : `flw_fact_${key}`)

function flowRows({ flows }: Facts): Row[] {
  return flows.map((flow) => ({
    id: flowId(flow.key),
    name: flow.name,
    description: flow.about,
    status: flow.state,
    tags: flow.labels,
    node_count: flow.nodes.length,
    edge_count: flow.edges.length,
    run_count: flow.runs,
    last_run_at: iso(flow.lastRun?.at ?? null),
    last_run_status: flow.lastRun?.state ?? null,
    created_at: iso(flow.createdAt),
    updated_at: iso(flow.updatedAt),
  }))
}

function conversationRows({ conversations, flows, channels }: Facts): Row[] {
  return conversations.map((conversation) => {
    const channel = channels.find(({ key }) => key === conversation.channel)
    return {
      id: `cnv_fact_${conversation.key}`,
      number: conversation.number,
      subject: conversation.subject,
      status: conversation.state,
      priority: urgencies.indexOf(conversation.urgency),
      channel_id: `chn_fact_${conversation.channel}`,
      channel_name: channel?.name,
      channel_type: channel?.kind,
      contact_id: `con_fact_${conversation.person.key}`,
      assignee_id: conversation.agent === null ? null : 'usr_fact_1',
      assignee_name: conversation.agent?.name ?? null,
      labels: conversation.labels,
      last_message_at: iso(conversation.last.at),
      last_message: {
        at: iso(conversation.last.at),
        direction: conversation.last.direction,
        author: conversation.last.by,
        text: conversation.last.text,
      },
      unread_count: conversation.unread,
      message_count: conversation.count,
      flow_id: flowId(conversation.flow),
      flow_name: flows.find(({ key }) => key === conversation.flow)?.name ?? null,
      handled_by: conversation.agent === null ? 'flow' : 'person',
      total_cost: conversation.cost,
      created_at: iso(conversation.createdAt),
      updated_at: iso(conversation.updatedAt),
    }
  })
}

function runRows({ runs, flows, channels }: Facts): Row[] {
  return runs.map((run) => {
    const channel = channels.find(({ key }) => key === run.channel)
    return {
      id: `run_fact_${run.key}`,
      flow_id: flowId(run.flow),
      flow_name: flows.find(({ key }) => key === run.flow)?.name,
      flow_version: 1,
      status: run.state,
      trigger: run.trigger,
      started_at: iso(run.start),
      finished_at: iso(run.end),
      duration_ms: run.end === null ? null : run.end - run.start,
      cost: run.cost,
      channel_id: channel === undefined ? null : `chn_fact_${channel.key}`,
      channel_name: channel?.name ?? null,
      channel_type: channel?.kind ?? null,
      error_code: run.fault?.code ?? null,
      error_message: run.fault?.text ?? null,
      error_node_id: run.fault?.node ?? null,
    }
  })
}

/** Rows of every table, in an order in which they can be inserted. */
function tablesOf(facts: Facts): [table: string, rows: Row[]][] {
  const people = new Map(facts.conversations.map(({ person }) => [person.key, person]))
  const today = new Date().toISOString().slice(0, 10)
  return [
    ['flow', flowRows(facts)],
    ['flow_document', facts.flows.map((flow) => ({ flow_id: flowId(flow.key), body: documentOf(flow) }))],
    [
      'tool',
      facts.tools.map((tool) => ({
        id: `tool_fact_${tool.key}`,
        key: tool.slug,
        name: tool.name,
        description: tool.about,
        category: tool.group,
        enabled: tool.on,
        config: tool.setup,
        created_at: iso(tool.createdAt),
        updated_at: iso(tool.updatedAt),
      })),
    ],
    [
      'channel',
      facts.channels.map((channel) => ({
        id: `chn_fact_${channel.key}`,
        type: channel.kind,
        name: channel.name,
        identifier: channel.address,
        status: channel.state,
        status_reason: channel.reason,
        flow_id: flowId(channel.flow),
        flow_name: facts.flows.find(({ key }) => key === channel.flow)?.name ?? null,
        pending_count: channel.waiting,
        last_event_at: iso(channel.lastAt),
        created_at: iso(channel.createdAt),
      })),
    ],
    [
      'contact',
      [...people.values()].map((person) => ({
        id: `con_fact_${person.key}`,
        name: person.name,
        email: person.mail,
        phone: person.phone,
        company: person.firm,
      })),
    ],
    ['conversation', conversationRows(facts)],
    ['run', runRows(facts)],
    [
      'run_day',
      // The cost of a flow is summed by day: this books all of it today.
      facts.flows
        .filter(({ cost }) => cost > 0)
        .map((flow) => ({
          day: today,
          flow_id: flowId(flow.key),
          channel_id: '',
          status: 'succeeded',
          trigger: 'manual',
          is_test: false,
          runs: 1,
          cost: flow.cost,
        })),
    ],
    ['ledger_day', [{ day: '2024-03-05', kind: 'top_up', micros: facts.balance.amount }]],
  ]
}

/** @param dataDir data folder of the service, which must not be running */
export async function writeFacts(dataDir: string, facts: Facts): Promise<void> {
  const database = await PGlite.create(join(dataDir, 'database'), { extensions })
  const { rows: accounts } = await database.query<{ id: string }>('select id from account')
  const [account] = accounts
  if (account === undefined) throw new Error('The service has no account yet.')
  await database.query('delete from ledger_day')
  for (const [table, rows] of tablesOf(facts)) {
    const columns = ['account_id', ...Object.keys(rows[0] ?? {})].join(', ')
    const json = JSON.stringify(rows.map((row) => ({ ...row, account_id: account.id })))
    await database.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [json],
    )
  }
  await database.query(
    `update conversation set search = to_tsvector('simple', subject || ' ' || contact.name)
     from contact where contact.id = contact_id`,
  )
  await database.query(`update flow set search_text = ${new PgDialect().sqlToQuery(searchTextOf({})).sql}`)
  await database.close()
}
