/**
 * Random facts about a workspace with their types, and their values in the contract. Independent of services and of the
 * dialect reader.
 */
import fc from 'fast-check'

export type Fact =
  | string
  | number
  | boolean
  | null
  | Fact[]
  | { is: 'id'; number: number }
  | { is: 'money'; micros: number }
  | { is: 'time'; seconds: number }
  | { is: 'choice'; value: string }
  /** Left unchanged by every dialect. */
  | { is: 'opaque'; value: Record<string, string> }
  /** An object with more than its id. */
  | { is: 'thing'; fields: Facts }

export type Facts = Record<string, Fact>

const id = fc.integer({ min: 1, max: 10_000_000 }).map((number): Fact => ({ is: 'id', number }))
/** Up to a hundred million, to the micro. */
const money = fc
  .integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 })
  .map((micros): Fact => ({ is: 'money', micros }))
/** From 2001 to 2040. */
const time = fc.integer({ min: 1_000_000_000, max: 2_200_000_000 }).map((seconds): Fact => ({ is: 'time', seconds }))
const choice = (...values: string[]) => fc.constantFrom(...values).map((value): Fact => ({ is: 'choice', value }))
const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.constantFrom('12', 'null', '<b>', '__proto__', 'true', '1,5'),
)
const int = fc.integer({ min: 0, max: 2_000_000 })
const opaque = fc
  .dictionary(fc.constantFrom('url', 'id', 'created_at', 'cost'), fc.string({ maxLength: 8 }))
  .map((value): Fact => ({ is: 'opaque', value }))
const orNull = (one: fc.Arbitrary<Fact>): fc.Arbitrary<Fact> =>
  fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: one })
const thing = (fields: Record<string, fc.Arbitrary<Fact>>): fc.Arbitrary<Fact> =>
  fc.record(fields).map((made): Fact => ({ is: 'thing', fields: made }))
const some = (one: fc.Arbitrary<Fact>): fc.Arbitrary<Fact> => fc.array(one, { maxLength: 3 })
const ref = thing({ id, name: text })

const runStatus = choice('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'timed_out', 'blocked')
const channelType = choice('webchat', 'webhook', 'email', 'telegram', 'sms', 'custom')
const channelRef = thing({ id, name: text, type: channelType })
/** Currency of an account: EUR has two decimals, JPY none, KWD three. */
const currency = fc.constantFrom('EUR', 'JPY', 'KWD')
const category = choice('api', 'transform', 'condition', 'agent', 'code', 'global')

const flow = {
  id,
  name: text,
  description: text,
  status: choice('draft', 'active', 'paused', 'archived'),
  version: int,
  tags: some(text),
  node_count: int,
  edge_count: int,
  trigger_types: some(text),
  tools: some(thing({ id, key: text, name: text, category })),
  channels: some(channelRef),
  last_run_at: orNull(time),
  last_run_status: orNull(runStatus),
  run_count: int,
  cost_last_30_days: money,
  currency,
  created_at: time,
  updated_at: time,
  created_by: orNull(ref),
  sample: fc.boolean(),
}

const line = thing({
  kind: text,
  label: text,
  quantity: fc.integer({ min: 0, max: 99 }),
  unit: text,
  cost: money,
  tool: fc.constant(null),
})

export const rows: Record<string, fc.Arbitrary<Facts>> = {
  flow: fc.record(flow),
  tool: fc.record({
    id,
    key: text,
    name: text,
    description: text,
    category,
    enabled: fc.boolean(),
    input_schema: orNull(opaque),
    output_schema: orNull(opaque),
    config: opaque,
    used_by_count: int,
    version: int,
    calls_last_30_days: orNull(int),
    created_at: time,
    updated_at: time,
    sample: fc.boolean(),
  }),
  channel: fc.record({
    id,
    type: channelType,
    name: text,
    identifier: orNull(text),
    provider: orNull(text),
    status: choice('connected', 'connecting', 'paused', 'reauth_required', 'error', 'disconnected'),
    status_reason: orNull(text),
    flow: orNull(ref),
    quality: orNull(choice('high', 'medium', 'low')),
    pending_count: int,
    last_event_at: orNull(time),
    last_error: orNull(thing({ code: text, message: text, at: time })),
    created_at: time,
    sample: fc.boolean(),
  }),
  conversation: fc.record({
    id,
    number: int,
    subject: text,
    status: choice('open', 'pending', 'snoozed', 'resolved'),
    priority: choice('none', 'low', 'normal', 'high', 'urgent'),
    channel: orNull(channelRef),
    contact: thing({
      id,
      name: text,
      email: orNull(text),
      phone: orNull(text),
      company: orNull(text),
      tags: some(text),
      fields: opaque,
    }),
    assignee: orNull(ref),
    team: orNull(text),
    labels: some(text),
    last_message: orNull(
      thing({ at: time, direction: choice('in', 'out', 'note'), author: choice('contact', 'flow', 'person'), text }),
    ),
    unread_count: int,
    message_count: int,
    flow: orNull(ref),
    handled_by: choice('flow', 'person'),
    last_run: orNull(thing({ id, status: runStatus, cost: money })),
    total_cost: money,
    currency,
    can_reply: fc.boolean(),
    snoozed_until: orNull(time),
    waiting_since: orNull(time),
    created_at: time,
    updated_at: time,
    version: int,
    custom_fields: opaque,
    sample: fc.boolean(),
  }),
  run: fc.record({
    id,
    flow: thing({ id, name: text, version: int }),
    status: runStatus,
    trigger: choice('manual', 'webhook', 'schedule', 'message', 'subflow', 'retry'),
    is_test: fc.boolean(),
    started_at: time,
    finished_at: orNull(time),
    duration_ms: orNull(int),
    cost: money,
    currency,
    cost_breakdown: some(line),
    conversation: orNull(thing({ id, number: int })),
    channel: orNull(channelRef),
    error: orNull(thing({ code: text, message: text, node_id: orNull(id) })),
    attempt: int,
    sample: fc.boolean(),
  }),
}

export const balance: fc.Arbitrary<Facts> = fc.record({
  balance: money,
  currency,
  available: money,
  reserved: money,
  granted: money,
  topped_up: money,
  credit_limit: money,
  status: choice('ok', 'low', 'depleted', 'blocked'),
  low_balance_threshold: money,
  spend: thing({ today: money, month_to_date: money, last_30_days: money }),
  avg_daily_spend_7d: money,
  estimated_depletion_at: orNull(time),
  updated_at: time,
})

export const flowHead: fc.Arbitrary<Facts> = fc.record(flow)

export interface NodeFacts {
  id: number
  type: string
  name: string
  place: { x: number; y: number } | null
  disabled: boolean
  config: Record<string, string>
}

export interface EdgeFacts {
  id: number
  /** May be a missing node: such an edge has to be shown. */
  from: number
  to: number
  handle: string | null
  label: string | null
}

export const graph: fc.Arbitrary<{ nodes: NodeFacts[]; edges: EdgeFacts[] }> = fc.record({
  nodes: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      type: fc.constantFrom('trigger', 'api', 'vendor.x', 'agent'),
      name: text,
      place: fc.option(fc.record({ x: fc.integer({ min: -999, max: 999 }), y: fc.integer({ min: -999, max: 999 }) })),
      disabled: fc.boolean(),
      config: fc.dictionary(fc.constantFrom('url', 'prompt'), fc.string({ maxLength: 5 })),
    }),
    { selector: (node) => node.id, maxLength: 5 },
  ),
  edges: fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      from: fc.integer({ min: 1, max: 9 }),
      to: fc.integer({ min: 1, max: 9 }),
      handle: fc.option(fc.constantFrom('out', 'error')),
      label: fc.option(text),
    }),
    { selector: (edge) => edge.id, maxLength: 5 },
  ),
})

/** "-1.500000" for -1500000. */
export function decimalOf(micros: number, digits = 6): string {
  const size = String(Math.abs(micros)).padStart(digits + 1, '0')
  const whole = digits === 0 ? size : `${size.slice(0, -digits)}.${size.slice(-digits)}`
  return `${micros < 0 ? '-' : ''}${whole}`
}

/** The value of a fact in the contract. */
export function asContract(fact: Fact): unknown {
  if (Array.isArray(fact)) return fact.map(asContract)
  if (typeof fact !== 'object' || fact === null) return fact
  if (fact.is === 'id') return String(fact.number)
  if (fact.is === 'money') return decimalOf(fact.micros)
  if (fact.is === 'time') return new Date(fact.seconds * 1000).toISOString()
  if (fact.is === 'choice' || fact.is === 'opaque') return fact.value
  return Object.fromEntries(Object.entries(fact.fields).map(([name, one]) => [name, asContract(one)]))
}
