/**
 * Checks that the console read each fact correctly, by endpoint, object, and field of the contract. The expected values
 * are derived without the console's code, so that its errors are not expected too.
 */
import type { Facts, FlowFact, RunFact, ConversationFact } from '#e2e/dialects/fact.ts'
import type { Stub } from '#e2e/dialects/stub.ts'
import { at, Tally, textAt, type Expected, type Line, type Verdict } from './tally.ts'

/** Facts that a service is known to give, and their form. */
export interface ServiceTraits extends Pick<Stub, 'currency' | 'lacks' | 'silent' | 'maxRows' | 'keyOf'> {
  /** Fields that a service computes itself: they are not judged. */
  computedFields?: { tool?: readonly string[]; balance?: readonly string[] }
}

const absent: Expected = { kind: 'absent' }
const text = (value: string | null): Expected => (value === null || value === '' ? absent : { kind: 'text', value })
const number = (value: number | null): Expected => (value === null ? absent : { kind: 'number', value })
const micros = (value: number): Expected => ({ kind: 'micros', value })
const time = (value: number | null): Expected => (value === null ? absent : { kind: 'time', value })
const json = (value: unknown): Expected => ({ kind: 'json', value })

const flowLines = (flow: FlowFact, traits: ServiceTraits): readonly (readonly [string, string, Expected])[] => [
  ['about', 'description', text(flow.about)],
  ['state', 'status', text(flow.state)],
  ['labels', 'tags', flow.labels.length === 0 ? absent : json(flow.labels)],
  ['nodes', 'node_count', number(flow.nodes.length)],
  ['edges', 'edge_count', number(flow.edges.length)],
  ['runs', 'run_count', number(flow.runs)],
  ['lastRun', 'last_run_at', time(flow.lastRun?.at ?? null)],
  ['lastRun', 'last_run_status', text(flow.lastRun?.state ?? null)],
  ['cost', 'cost_last_30_days', micros(flow.cost)],
  ['currency', 'currency', text(traits.currency)],
  ['createdAt', 'created_at', time(flow.createdAt)],
  ['updatedAt', 'updated_at', time(flow.updatedAt)],
]

/** Expected fields of an object; fields that the service does not give are absent. */
const expectedLines = (
  lines: readonly (readonly [string, string, Expected])[],
  missingFacts: readonly string[],
): Line[] => lines.map(([fact, path, expected]) => [path, missingFacts.includes(fact) ? absent : expected])

const withoutOwnFields = (lines: readonly Line[], own: readonly string[] = []): Line[] =>
  lines.filter(([path]) => !own.includes(path))

/** The row of a list with a value at a path. */
const find = (rows: readonly unknown[], path: string, value: string | number): unknown =>
  rows.find((row) => at(row, path) === value)

const conversationLines = (conversation: ConversationFact, facts: Facts, currency: string | null) => {
  const channel = facts.channels.find(({ key }) => key === conversation.channel)
  return [
    ['subject', 'subject', text(conversation.subject)],
    ['state', 'status', text(conversation.state)],
    ['urgency', 'priority', text(conversation.urgency)],
    ['channel', 'channel.name', text(channel?.name ?? null)],
    ['channel', 'channel.type', text(channel?.kind ?? null)],
    ['person', 'contact.name', text(conversation.person.name)],
    ['mail', 'contact.email', text(conversation.person.mail)],
    ['phone', 'contact.phone', text(conversation.person.phone)],
    ['firm', 'contact.company', text(conversation.person.firm)],
    ['agent', 'assignee.name', text(conversation.agent?.name ?? null)],
    ['labels', 'labels', conversation.labels.length === 0 ? absent : json(conversation.labels)],
    ['last', 'last_message.text', text(conversation.last.text)],
    ['last', 'last_message.at', time(conversation.last.at)],
    ['direction', 'last_message.direction', text(conversation.last.direction)],
    ['by', 'last_message.author', text(conversation.last.by)],
    ['unread', 'unread_count', number(conversation.unread)],
    ['count', 'message_count', number(conversation.count)],
    ['flow', 'flow.name', text(facts.flows.find(({ key }) => key === conversation.flow)?.name ?? null)],
    ['cost', 'total_cost', micros(conversation.cost)],
    ['currency', 'currency', text(currency)],
    ['createdAt', 'created_at', time(conversation.createdAt)],
    ['updatedAt', 'updated_at', time(conversation.updatedAt)],
  ] as const
}

const runLines = (run: RunFact, facts: Facts, currency: string | null) =>
  [
    ['flow', 'flow.name', text(facts.flows.find(({ key }) => key === run.flow)?.name ?? null)],
    ['state', 'status', text(run.state)],
    ['trigger', 'trigger', text(run.trigger)],
    ['start', 'started_at', time(run.start)],
    ['end', 'finished_at', time(run.end)],
    ['duration', 'duration_ms', number(run.end === null ? null : run.end - run.start)],
    ['cost', 'cost', micros(run.cost)],
    ['currency', 'currency', text(currency)],
    ['channel', 'channel.name', text(facts.channels.find(({ key }) => key === run.channel)?.name ?? null)],
    ['fault', 'error.message', text(run.fault?.text ?? null)],
    ['fault', 'error.node_id', text(run.fault?.node ?? null)],
  ] as const

function compareGraph(tally: Tally, flow: FlowFact, readData: unknown): void {
  const nodes = tally.rows(at(readData, 'nodes'))
  const edges = tally.rows(at(readData, 'edges'))
  tally.check('flow', { nodes: nodes.length, edges: edges.length }, [
    ['nodes', number(flow.nodes.length)],
    ['edges', number(flow.edges.length)],
  ])
  for (const node of flow.nodes)
    tally.check(node.title, find(nodes, 'id', node.key), [
      ['name', text(node.title)],
      ['type', text(node.kind)],
      ['position', node.position === null ? absent : json(node.position)],
      ['size', node.size === null ? absent : json(node.size)],
      ['parent', text(node.inside)],
      ['tool', text(node.tool)],
      ['config', json(node.setup)],
      ['disabled', json(node.off)],
      ['notes', text(node.notes)],
    ])
  for (const edge of flow.edges) {
    const found = edges.find((one) => at(one, 'source') === edge.from && at(one, 'target') === edge.to)
    // Without a label, the condition of an edge is its label.
    const label = at(found, 'label') || at(found, 'condition')
    tally.check(edge.key, found, [['source_handle', text(edge.port)]])
    tally.check(edge.key, found === undefined ? found : { label }, [['label', text(edge.label)]])
  }
}

function compareBalance(tally: Tally, { balance }: Facts, readData: unknown, traits: ServiceTraits): void {
  const lines = [
    ['amount', 'balance', micros(balance.amount)],
    ['available', 'available', micros(balance.available)],
    ['reserved', 'reserved', micros(balance.reserved)],
    ['credit', 'credit_limit', micros(balance.credit)],
    ['state', 'status', text(balance.state)],
    ['low', 'low_balance_threshold', micros(balance.low)],
    ['today', 'spend.today', micros(balance.today)],
    ['month', 'spend.month_to_date', micros(balance.month)],
    ['days30', 'spend.last_30_days', micros(balance.days30)],
    ['currency', 'currency', text(traits.currency)],
    ['updatedAt', 'updated_at', time(balance.updatedAt)],
  ] as const
  tally.check(
    'balance',
    readData,
    withoutOwnFields(expectedLines(lines, traits.silent.balance ?? []), traits.computedFields?.balance),
  )
}

/** @param readData the responses read by the client, by endpoint */
export function compareFacts(facts: Facts, readData: unknown, traits: ServiceTraits): Verdict[] {
  const tally = new Tally()
  const { silent, currency, maxRows } = traits
  tally.open('GET /flow/')
  const flows = tally.rows(at(readData, 'flows'))
  for (const flow of facts.flows)
    tally.check(flow.name, find(flows, 'name', flow.name), expectedLines(flowLines(flow, traits), traits.lacks(flow)))
  tally.checkIds(
    flows,
    (id, row) => find(facts.flows, 'key', traits.keyOf(id)) === find(facts.flows, 'name', textAt(row, 'name')),
  )
  tally.open('GET /flow/{id}/')
  for (const flow of facts.flows.slice(0, 1)) compareGraph(tally, flow, at(readData, 'flow'))
  tally.open('GET /tool/')
  const tools = tally.rows(at(readData, 'tools'))
  for (const tool of facts.tools) {
    const lines = [
      ['name', 'name', text(tool.name)],
      ['about', 'description', text(tool.about)],
      ['group', 'category', text(tool.group)],
      // Absent means enabled.
      ['', 'enabled', json(silent.tool?.includes('on') === true || tool.on)],
      ['setup', 'config', json(tool.setup)],
      ['users', 'used_by_count', number(tool.users)],
      ['createdAt', 'created_at', time(tool.createdAt)],
      ['updatedAt', 'updated_at', time(tool.updatedAt)],
    ] as const
    tally.check(
      tool.name,
      find(tools, 'key', tool.slug),
      withoutOwnFields(expectedLines(lines, silent.tool ?? []), traits.computedFields?.tool),
    )
  }
  tally.checkIds(tools)
  tally.open('GET /channel/')
  const channels = tally.rows(at(readData, 'channels'))
  for (const channel of facts.channels) {
    const lines = [
      ['kind', 'type', text(channel.kind)],
      ['address', 'identifier', text(channel.address)],
      ['state', 'status', text(channel.state)],
      ['reason', 'status_reason', text(channel.reason)],
      ['flow', 'flow.name', text(facts.flows.find(({ key }) => key === channel.flow)?.name ?? null)],
      ['waiting', 'pending_count', number(channel.waiting)],
      ['lastAt', 'last_event_at', time(channel.lastAt)],
      ['createdAt', 'created_at', time(channel.createdAt)],
    ] as const
    tally.check(channel.name, find(channels, 'name', channel.name), expectedLines(lines, silent.channel ?? []))
  }
  tally.checkIds(channels)
  tally.open('GET /conversation/')
  const conversations = tally.rows(at(readData, 'conversations'))
  for (const conversation of facts.conversations.slice(0, maxRows ?? facts.conversations.length))
    tally.check(
      `#${conversation.number}`,
      find(conversations, 'number', conversation.number),
      expectedLines(conversationLines(conversation, facts, currency), silent.conversation ?? []),
    )
  tally.checkIds(conversations)
  tally.open('GET /billing/balance/')
  compareBalance(tally, facts, at(readData, 'balance'), traits)
  tally.open('GET /billing/runs/')
  const runs = tally.rows(at(readData, 'runs'))
  for (const run of facts.runs.slice(0, maxRows ?? facts.runs.length)) {
    const found = runs.find((one) => Date.parse(String(at(one, 'started_at'))) === run.start)
    tally.check(`run ${run.key}`, found, expectedLines(runLines(run, facts, currency), silent.run ?? []))
  }
  tally.checkIds(runs)
  return tally.verdicts
}
