/** A template that requires a tool, a channel and a secret. */
export const template = {
  format: 'flow-template',
  format_version: '1.0',
  exported_at: '2026-11-01T08:00:00Z',
  generator: { name: 'test', version: '1' },
  flow: {
    name: 'Order status',
    description: 'Says where an order is.',
    nodes: [
      {
        id: 'start',
        type: 'trigger',
        name: 'A message',
        position: { x: 0, y: 0 },
        config: { kind: 'message', channel: 'support' },
      },
      {
        id: 'look',
        type: 'api',
        name: 'Look up',
        position: { x: 300, y: 0 },
        tool: 'crm',
        config: { headers: { Authorization: 'Bearer {{ secrets.crm_token }}' }, own_field: { kept: [1, null] } },
        unknown_to_us: { kept: true },
      },
      {
        id: 'say',
        type: 'message',
        name: 'Answer',
        position: { x: 600, y: 0 },
        config: { channel: 'reply', text: '{{ nodes.look.output.state }}' },
      },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'look', colour: 'red' },
      { id: 'e2', source: 'look', target: 'say', source_handle: 'out' },
    ],
    metadata: { team: 'Sales' },
    variables: [{ key: 'greeting', value: 'Hello' }],
    settings: { timeout_s: 60 },
  },
  requires: { tools: ['crm'], channels: ['support'], secrets: ['crm_token'] },
  redacted: [],
}
