/** A flow with every node kind, state and writing system of a card, in rows that fit into one viewport. */
import { node } from '#test/support/flow-draft.ts'

const arabic = 'تحقق من رقم الطلب ثم أرسل الرد إلى العميل في أقرب وقت ممكن اليوم'
const hebrew = 'בדוק את מספר ההזמנה (v2) ואז שלח תשובה'
const longName = 'Order status, price list and every other thing that somebody once wrote into a name'
const lines = Array.from({ length: 20 }, (_, index) => `Line ${index + 1} of what is to be known`).join('\n')
const secret = '{{ secrets.shop }}'
const cases = [
  { id: 'a', label: 'refund', expression: 'intent == "refund" and total > 100' },
  { id: 'b', label: 'a very long label of a branch', expression: 'total > 1' },
  { id: 'c', label: arabic, expression: 'total > 2' },
]
const handles = Array.from({ length: 40 }, (_, index) => index)

interface Card {
  id: string
  type: string
  name: string
  more?: object
}

const cards: readonly Card[] = [
  { id: 'start', type: 'trigger', name: 'Message comes in', more: { config: { kind: 'message', channel: 'chat' } } },
  {
    id: 'look',
    type: 'api',
    name: 'Look the order up',
    more: { tool: 'orders_api', config: { method: 'GET', url: 'https://shop.example/v2/orders/{no}' } },
  },
  { id: 'ask', type: 'condition', name: 'What is it about?', more: { config: { cases } } },
  {
    id: 'answer',
    type: 'agent',
    name: 'Answer',
    more: { config: { model: 'm', tools: ['a', 'b'], temperature: 0.2 } },
  },
  { id: 'sum', type: 'code', name: 'Sum it up', more: { config: { source: 'return total * 1.19' } } },
  { id: 'shape', type: 'transform', name: 'Shape it', more: { config: { expression: 'upper(name)' } } },
  { id: 'wait', type: 'wait', name: 'Wait for a day', more: { config: { event: 'message', timeout_s: 3600 } } },
  { id: 'hand', type: 'subflow', name: 'Hand over to people', more: { config: { flow: 'flow_handover', wait: true } } },
  {
    id: 'reply',
    type: 'message',
    name: 'Reply',
    more: { config: { text: 'Dear {{ name }}, your order is on its way' } },
  },
  {
    id: 'strange',
    type: 'x.very.long.type.of.another.product',
    name: 'Parse carrier XML',
    more: { tool: 'a_long_key_of_a_tool' },
  },
  {
    id: 'off',
    type: 'code',
    name: 'Every badge',
    more: { disabled: true, notes: 'Off since May', config: { key: secret } },
  },
  { id: 'idle', type: 'trigger', name: 'Switched off', more: { disabled: true } },
  { id: 'key', type: 'api', name: 'Contains a secret', more: { config: { key: secret }, notes: 'Ask Dana' } },
  { id: 'long', type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', name: longName },
  { id: 'emoji', type: 'agent', name: '👩‍👩‍👧‍👦🏳️‍🌈 Read the 🙂 request 🇩🇪' },
  { id: 'arabic', type: 'api', name: arabic, more: { config: { method: 'GET', url: 'https://shop.example/v2/طلب' } } },
  { id: 'hebrew', type: 'message', name: hebrew, more: { config: { text: 'שלום {{ name }}' } } },
  { id: 'word', type: 'n8n-nodes-base.postgres', name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk' },
]

const columns = 4
/** Enough space for edges, within one viewport. */
const placed = cards.map(({ id, type, name, more }, index) =>
  node(id, type, name, {
    ...more,
    position: { x: (index % columns) * 280, y: Math.floor(index / columns) * 170 },
  }),
)

const notes = [
  node('note', 'note', 'Note', {
    position: { x: 1120, y: 0 },
    size: { width: 216, height: 380 },
    config: { text: lines },
  }),
  node('rtl', 'note', 'Note', {
    position: { x: 1120, y: 420 },
    size: { width: 216, height: 120 },
    config: { text: `${arabic}\n\n# In English\n${longName}` },
  }),
]

const groups = [
  node('g1', 'group', `${arabic} · outer`, { position: { x: 600, y: 690 }, size: { width: 520, height: 250 } }),
  node('g2', 'group', longName, { position: { x: 30, y: 40 }, parent: 'g1', size: { width: 440, height: 190 } }),
  node('g3', 'group', '🙂 inner', { position: { x: 30, y: 40 }, parent: 'g2', size: { width: 300, height: 130 } }),
  node('deep', 'transform', 'Three deep', { position: { x: 30, y: 35 }, parent: 'g3' }),
]

const many = node('many', 'condition', 'Forty cases', {
  position: { x: 1400, y: 0 },
  config: { cases: handles.map((at) => ({ id: `c${at}`, label: `case ${at}`, expression: `total > ${at}` })) },
})

const edge = (source: string, target: string, handle: string) => ({
  id: `${source} ${handle}`,
  source,
  target,
  source_handle: handle,
})

/** Template for `importFlow`. */
export const everyCardState = {
  name: 'Every look',
  nodes: [...groups, ...placed, ...notes, many],
  edges: [
    edge('start', 'look', 'out'),
    edge('look', 'ask', 'out'),
    edge('look', 'shape', 'error'),
    edge('ask', 'answer', 'a'),
    edge('ask', 'look', 'else'),
    edge('sum', 'shape', 'out'),
    edge('wait', 'hand', 'timeout'),
    edge('reply', 'reply', 'out'),
    edge('off', 'idle', 'out'),
    // One agent names its parts below its summary, the other in place of it.
    edge('long', 'answer', 'ai_languageModel'),
    edge('strange', 'answer', 'ai_tool'),
    edge('key', 'answer', 'ai_tool'),
    edge('long', 'emoji', 'ai_languageModel'),
    edge('word', 'emoji', 'ai_memory'),
    edge('arabic', 'emoji', 'ai_outputParser'),
  ],
}
