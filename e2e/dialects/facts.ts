/**
 * The facts of all dialects: flows, tools, channels, conversations, balance and runs as plain data. Every stub of this
 * folder returns these facts in its own dialect, and a test compares the console with them. Times are long ago, so that
 * none of them is ever shown as "3 h ago".
 */
import type {
  ChannelFact,
  BalanceFact,
  EdgeFact,
  Facts,
  FlowFact,
  FlowState,
  NodeFact,
  RunFact,
  RunState,
  ConversationFact,
  ToolFact,
  ToolGroup,
} from './fact.ts'

/** The fifth of March 2024, 08:15:30 UTC: the first time in the facts. */
const firstTime = Date.UTC(2024, 2, 5, 8, 15, 30)
const hour = 3_600_000
const day = 24 * hour
/** Whole seconds, since some dialects have no finer ones. */
const at = (days: number, hours = 0) => firstTime + days * day + hours * hour

const blank = { size: null, inside: null, tool: null, setup: {}, off: false, notes: '' }
const point = (x: number, y: number) => ({ x, y })

/** Eleven cards and a frame; one edge leads to a missing node. */
const intakeNodes: NodeFact[] = [
  {
    ...blank,
    key: 'start',
    kind: 'trigger',
    title: 'Order comes in',
    position: point(0, 0),
    setup: { kind: 'webhook' },
  },
  {
    ...blank,
    key: 'frame',
    kind: 'group',
    title: 'Checks',
    position: point(300, -60),
    size: { width: 640, height: 320 },
  },
  {
    ...blank,
    key: 'stock',
    kind: 'api',
    title: 'Ask the stock',
    position: point(30, 70),
    inside: 'frame',
    tool: 'stock',
  },
  { ...blank, key: 'sums', kind: 'transform', title: 'Add it up', position: point(340, 70), inside: 'frame' },
  {
    ...blank,
    key: 'enough',
    kind: 'condition',
    title: 'Enough there?',
    position: point(1040, 0),
    setup: { language: 'cel', cases: [{ id: 'yes', label: 'enough', expression: 'left > 0' }] },
  },
  { ...blank, key: 'answer', kind: 'agent', title: 'Write the answer', position: point(1360, -120), tool: 'writer' },
  {
    ...blank,
    key: 'label',
    kind: 'code',
    title: 'Print the label',
    position: point(1680, -120),
    notes: 'Slow on Mondays',
  },
  { ...blank, key: 'thanks', kind: 'message', title: 'Say thank you', position: point(2000, -120) },
  {
    ...blank,
    key: 'pause',
    kind: 'wait',
    title: 'Wait for goods',
    position: point(1360, 160),
    setup: { seconds: 86_400 },
  },
  { ...blank, key: 'again', kind: 'subflow', title: 'Order again', position: point(1680, 160), off: true },
  { ...blank, key: 'dear', kind: 'api', title: 'Ask the dear supplier', position: point(2000, 160), tool: 'supplier' },
  {
    ...blank,
    key: 'hint',
    kind: 'note',
    title: 'Ask Vera first',
    position: point(0, 260),
    setup: { text: 'Ask Vera first' },
  },
]

const intakeEdges: EdgeFact[] = [
  { key: 'e1', from: 'start', to: 'stock', port: null, label: null },
  { key: 'e2', from: 'stock', to: 'sums', port: 'out', label: null },
  { key: 'e3', from: 'sums', to: 'enough', port: null, label: 'the sum' },
  { key: 'e4', from: 'enough', to: 'answer', port: 'yes', label: null },
  { key: 'e5', from: 'enough', to: 'pause', port: 'else', label: null },
  { key: 'e6', from: 'answer', to: 'label', port: null, label: null },
  { key: 'e7', from: 'label', to: 'thanks', port: null, label: null },
  { key: 'e8', from: 'pause', to: 'again', port: null, label: null },
  { key: 'e9', from: 'again', to: 'dear', port: null, label: null },
  { key: 'e10', from: 'thanks', to: 'nowhere', port: null, label: null },
]

/** Nodes of the flows whose content does not matter. */
const twoNodes: NodeFact[] = [
  { ...blank, key: 'a', kind: 'trigger', title: 'Begin', position: point(0, 0) },
  { ...blank, key: 'b', kind: 'message', title: 'Tell them', position: point(320, 0) },
]
const oneEdge: EdgeFact[] = [{ key: 'a-b', from: 'a', to: 'b', port: null, label: null }]

const flowNames =
  'Order intake|Parcel tracking|Refund desk|Überweisung prüfen|Night answers|<img src=x onerror=alert(1)>|قائمة الطلبات|Invoice reminder|Stock alarm|Feedback round|Lead sorting|Password help|Address change|Gift cards|Holiday notice|Warehouse sync|Supplier mail|Complaint triage|Survey|Newsletter answers|__proto__|Bulk prices|Return labels|Pick-up times|Delivery windows|Voucher check|Fraud watch|Opening hours|Phone notes|Old intake'

const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('The list is empty.')
  return found
}

/** From zero and a single micro to thousands: values that careless code rounds. */
const amounts = [4_210, 0, 1, 12_340_000, 999_999, 1_204_180_421, 70_000, 333_333, 2_500_000, 10] as const
const runStates: readonly RunState[] = ['succeeded', 'failed', 'succeeded', 'timed_out', 'cancelled', 'succeeded']
const flowStates: readonly FlowState[] = ['active', 'active', 'paused', 'draft', 'archived']

const flows: FlowFact[] = flowNames.split('|').map((name, index) => ({
  key: index + 1,
  name,
  about: index % 3 === 0 ? `What ${index + 1} is for` : '',
  state: pick(flowStates, index),
  labels: index % 4 === 0 ? ['shop', 'daily'] : [],
  nodes: index === 0 ? intakeNodes : twoNodes,
  edges: index === 0 ? intakeEdges : oneEdge,
  runs: index === 3 ? 0 : index * 137 + 5,
  cost: pick(amounts, index),
  lastRun: index === 3 ? null : { at: at(100 + index, index), state: pick(runStates, index) },
  createdAt: at(index),
  updatedAt: at(200 + index * 3, index),
}))

const toolWords: readonly [slug: string, name: string, group: ToolGroup][] = [
  ['stock', 'Stock service', 'api'],
  ['supplier', 'Dear supplier', 'api'],
  ['add_up', 'Add up', 'transform'],
  ['is_big', 'Is it big', 'condition'],
  ['writer', 'Letter writer', 'agent'],
  ['labels', 'Label printer', 'code'],
  ['zone', 'Zone of the shop', 'global'],
]

const setups: Record<ToolGroup, Record<string, unknown>> = {
  api: { method: 'GET', url: 'https://stock.example/left' },
  transform: { language: 'jsonata', expression: '$sum(lines.price)' },
  condition: { language: 'cel', expression: 'total > 100' },
  agent: { model: 'small', instructions: 'Write a letter.', tools: [] },
  code: { language: 'javascript', source: 'return 1' },
  global: { value: 'Europe/Berlin', type: 'string', secret: false },
}

const tools: ToolFact[] = toolWords.map(([slug, name, group], index) => ({
  key: index + 1,
  slug,
  name,
  about: `${name}, as the shop has it`,
  group,
  on: index !== 3,
  setup: setups[group],
  users: index + 1,
  createdAt: at(index),
  updatedAt: at(30 + index),
}))

const channelWords: readonly [kind: string, name: string, state: ChannelFact['state'], reason: string | null][] = [
  ['webchat', 'Chat of the shop', 'connected', null],
  ['email', 'orders@shop.example', 'error', 'The mail server rejected the password.'],
  ['whatsapp', 'WhatsApp of the shop', 'reauth_required', 'The token has run out.'],
  ['telegram', 'Telegram bot', 'connected', null],
  ['slack', 'Team room', 'paused', null],
  ['sms', 'Short messages', 'connected', null],
]

const channels: ChannelFact[] = channelWords.map(([kind, name, state, reason], index) => ({
  key: index + 1,
  kind,
  name,
  address: `${kind}-${index + 1}`,
  state,
  reason,
  flow: index < 4 ? index + 1 : null,
  waiting: index === 1 ? 27 : 0,
  lastAt: index === 5 ? null : at(250 + index),
  createdAt: at(index),
}))

const people = ['Ada Arden', 'Bo Berg', 'Çelik Can', 'Dora Dietz', 'Émile Épée', 'Fay <b>Fox</b>', 'Gil Grün', 'Hana']
const subjects = ['Where is it', 'Broken cup', 'Change of address', 'Invoice missing', 'Thanks', 'Wrong size']
const conversationStates: readonly ConversationFact['state'][] = [
  'open',
  'resolved',
  'pending',
  'resolved',
  'snoozed',
  'resolved',
]
const urgencies: readonly ConversationFact['urgency'][] = ['normal', 'high', 'low', 'urgent', 'none']

const conversations: ConversationFact[] = Array.from({ length: 60 }, (_, index) => ({
  key: index + 1,
  number: 1001 + index,
  subject: `${pick(subjects, index)} ${index + 1}`,
  state: pick(conversationStates, index),
  urgency: pick(urgencies, index),
  channel: (index % 6) + 1,
  person: {
    key: (index % people.length) + 1,
    name: pick(people, index),
    mail: index % 8 === 7 ? null : `person${index % 8}@example.com`,
    phone: index % 8 === 2 ? '+49 30 1234567' : null,
    firm: index % 8 === 0 ? 'Arden & Sons' : null,
  },
  agent: index % 3 === 0 ? { key: 1, name: 'Olga Owner' } : null,
  labels: index % 5 === 0 ? ['vip'] : [],
  last: {
    at: at(260 + index, index % 24),
    direction: index % 2 === 0 ? 'in' : 'out',
    by: index % 2 === 0 ? 'contact' : 'flow',
    text: `Word ${index + 1} about ${pick(subjects, index).toLowerCase()}`,
  },
  unread: index % 4 === 0 ? 2 : 0,
  count: index + 2,
  flow: index % 7 === 0 ? null : (index % 4) + 1,
  cost: pick(amounts, index + 3),
  createdAt: at(240 + index),
  updatedAt: at(260 + index, index % 24),
}))

const triggers: readonly RunFact['trigger'][] = ['webhook', 'message', 'schedule', 'manual']

const runs: RunFact[] = Array.from({ length: 60 }, (_, index) => {
  const state = pick(runStates, index)
  const start = at(300 + index, index % 5)
  return {
    key: index + 1,
    flow: (index % 6) + 1,
    state,
    trigger: pick(triggers, index),
    start,
    end: start + (index + 1) * 1000,
    // All different, with significant digits down to the micro.
    cost: pick(amounts, index) + index * 7 + 1,
    channel: index % 4 === 1 ? 1 : null,
    conversation: index % 4 === 1 ? (index % 60) + 1 : null,
    fault:
      state === 'failed' ? { code: 'refused', text: `The other side said no, ${index + 1}.`, node: 'stock' } : null,
  }
})

/** Whole cents, since some dialects use them. */
const balance: BalanceFact = {
  amount: 1_204_180_000,
  available: 1_200_000_000,
  reserved: 4_180_000,
  credit: 50_000_000,
  state: 'ok',
  low: 10_000_000,
  today: 1_230_000,
  month: 45_670_000,
  days30: 98_760_000,
  updatedAt: at(400),
}

export const facts: Facts = { flows, tools, channels, conversations, runs, balance }
