import { expect, test } from 'vitest'
import { keyChange } from './key-change.ts'

const flow = (id: string, status: string, ...tools: string[]) => ({ id, name: id, status, node_count: 1, tools })
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('a new key affects flows that use the tool through other tools, not flows that use it directly', () => {
  const { affected, unaffected, isActive } = keyChange('t', {
    tools: [{ id: 'agent', name: 'Agent', key: 'agent', category: 'agent', names: ['t'] }],
    flows: [flow('own', 'draft', 't'), flow('both', 'active', 't', 'agent'), flow('through', 'paused', 'agent')],
    channels: [
      { id: 'a', name: 'a', type: 'email', flows: ['own'] },
      { id: 'b', name: 'b', type: 'email', flows: ['own', 'through'] },
    ],
  })
  expect([ids(affected.tools), ids(affected.flows), ids(affected.channels)]).toEqual([
    ['agent'],
    ['both', 'through'],
    ['b'],
  ])
  expect([ids(unaffected.tools), ids(unaffected.flows), ids(unaffected.channels)]).toEqual([[], ['own'], ['a', 'b']])
  expect(isActive).toBe(true)
})
