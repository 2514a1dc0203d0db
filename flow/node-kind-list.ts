/** The node types of this product; flow/node-kind.ts has facts about each. */
export const nodeKinds = [
  'trigger',
  'api',
  'transform',
  'condition',
  'agent',
  'code',
  'message',
  'wait',
  'subflow',
  'note',
  'group',
] as const
