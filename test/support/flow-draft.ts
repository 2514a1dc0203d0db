/** Flows for tests: nodes and edges of our own format, with defaults. */

export const node = (id: string, type: string, name: string, overrides: object = {}) => ({
  id,
  type,
  name,
  config: {},
  ...overrides,
})

export const edge = (source: string, target: string, handle: string | null = null) => ({
  id: `${source}>${target}`,
  source,
  target,
  source_handle: handle,
})

const hostile = '<img src=x onerror=alert(1)>'
const long = 'A name that goes on and on. '.repeat(7).trim()

/** A flow with branches, a loop, and long, hostile and right-to-left names. */
export const orders = {
  name: 'Orders',
  nodes: [
    node('start', 'trigger', 'Message arrives', { config: { kind: 'message', channel: 'shop' } }),
    node('order', 'agent', 'Find order number'),
    node('found', 'condition', 'Number found?', {
      config: { cases: [{ id: 'yes', label: 'yes', expression: 'order != null' }] },
    }),
    node('lookup', 'api', 'Look up order', { tool: 'orders_api', config: { url: '{{ vars.base }}/orders' } }),
    node('tell', 'message', 'Tell where it is', { config: { text: 'Grüße aus Zürich' } }),
    node('ask', 'message', 'Ask for the number'),
    node('old', 'code', 'Parse legacy ids', { disabled: true }),
    node('rtl', 'api', 'בדיקת מלאי', { tool: 'orders_api' }),
    node('__proto__', 'constructor', hostile),
    node('long', 'code', long),
    node('paper', 'note', 'note', { config: { text: 'Remember the holidays' } }),
  ],
  edges: [
    edge('start', 'order'),
    edge('order', 'found'),
    edge('found', 'lookup', 'yes'),
    edge('found', 'ask', 'else'),
    edge('lookup', 'tell', 'out'),
    edge('lookup', 'ask', 'error'),
    edge('ask', 'order'),
    edge('tell', 'rtl'),
    edge('rtl', '__proto__'),
    edge('__proto__', 'long'),
  ],
}
