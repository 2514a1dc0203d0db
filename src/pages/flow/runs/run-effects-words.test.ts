import { expect, test } from 'vitest'
import { makeNode } from '#flow/draft.ts'
import { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'
import { runEffectsIn } from '#flow-data/questions/ask-run-effects.ts'
import { averageCost, costWords, sendWords, startWords, testWords } from './run-effects-words.ts'

const step = (id: string, type: string, channel = '') => makeNode({ id, type, name: id, config: { channel } })
const nodes = [
  step('start', 'trigger'),
  step('a', 'message', 'reply'),
  step('b', 'message'),
  step('c', 'message', 'mail'),
  step('d', 'message', 'sms'),
  step('call', 'api'),
  step('other', 'subflow'),
  step('ask', 'agent'),
  step('sum', 'code'),
  step('foreign', 'code'),
  { ...step('off', 'api'), disabled: true },
]
const validation = [{ level: 'error' as const, code: 'foreign_content', message: '', node_id: 'foreign' }]
const flow = {
  bindings: { tools: {}, channels: { mail: 'chn_1', sms: null }, secrets: {} },
  channels: [{ id: 'chn_1', name: 'Support mail', type: 'email' as const }],
}

test('what a run sends and which steps cost, without steps that do nothing here', () => {
  const effects = runEffectsIn(new MemoizedFlow({ nodes, edges: [], validation }))
  expect(sendWords(effects, flow)).toBe('2 replies, 1 message by Support mail, 1 message by “sms”, 1 HTTP call')
  expect(costWords(effects)).toBe('1 model call, 1 code step')
  expect(startWords(effects)).toBe('1 other flow')
  expect(testWords(effects)).toBe('A test sends this too, except replies.')
  expect(testWords({ ...effects, replies: 0 })).toBe('A test sends this too.')
})

test('a flow that only replies sends nothing in a test', () => {
  const effects = runEffectsIn(new MemoizedFlow({ nodes: nodes.slice(0, 3), edges: [], validation: [] }))
  expect([sendWords(effects, flow), costWords(effects), testWords(effects)]).toEqual([
    '2 replies',
    '',
    'A test does not send replies.',
  ])
})

test('the average of the last runs', () => {
  expect(averageCost([{ cost: '0.010000' }, { cost: '0.020000' }])).toBe('0.015000')
  expect([averageCost([]), averageCost([{ cost: '0.010000' }, { cost: '' }])]).toEqual([null, null])
})
