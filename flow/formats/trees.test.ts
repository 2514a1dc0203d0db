import { expect, test } from 'vitest'
import { readFlowFile } from '#flow/file/read.ts'
import { edgesOf, fixture, nodeOf, only, parentsOf, typesOf, warningsOf } from '#test/support/flow-fixtures.ts'

test('Kestra: lists become sequences, branches become frames, triggers lead to the first task', () => {
  const flow = only(fixture('kestra/orders.yaml'))
  expect(edgesOf(flow).map((edge) => edge.trim())).toEqual([
    'fetch out each',
    'each out dag',
    'dag out side',
    'one out two',
    'one out three',
    'good out better',
    'alarm out fetch~2',
    'morning out fetch',
    'hook out fetch',
  ])
  expect(parentsOf(flow)).toEqual({
    pick: 'each',
    'each:errors': 'each',
    sorry: 'each:errors',
    'pick:true': 'pick',
    good: 'pick:true',
    better: 'pick:true',
    'pick:false': 'pick',
    bad: 'pick:false',
    'pick:defaults': 'pick',
    rest: 'pick:defaults',
    one: 'dag',
    two: 'dag',
    three: 'dag',
    left: 'side',
    right: 'side',
    alarm: 'errors',
    'fetch~2': 'errors',
    last: 'finally',
  })
  expect(flow.dangling).toEqual([{ source: 'missing', target: 'two', message: 'No task has the id missing.' }])
  expect(nodeOf(flow, 'fetch')).toMatchObject({ type: 'api', name: 'Fetch the orders', position: null })
  expect(nodeOf(flow, 'rest').config).toMatchObject({ seconds: 5400 })
  expect(nodeOf(flow, 'one').config).toMatchObject({ language: 'python', source: 'print(1)' })
  expect(nodeOf(flow, 'two').config).toMatchObject({ language: 'shell', source: 'ls\npwd' })
  expect(nodeOf(flow, 'three').config).toMatchObject({ flow: 'child', wait: false })
  expect([nodeOf(flow, 'side').disabled, nodeOf(flow, 'hook').disabled]).toEqual([true, true])
  expect(nodeOf(flow, 'morning').config).toMatchObject({ schedule: { cron: '0 7 * * *', zone: 'Europe/Oslo' } })
  expect(flow.changedIds).toEqual([{ kind: 'node', from: 'fetch', to: 'fetch~2' }])
  expect(warningsOf(flow)).toEqual(['not_a_node', 'webhook_id_removed', 'dangling_edges', 'duplicate_id'])
  expect(JSON.stringify(flow)).toContain("{{ secret('SHOP') }}")
})

test('Activepieces: named and empty branches, loops, following steps, skipped and incomplete steps', () => {
  const [flow, second] = fixture('activepieces/deals.json')
  if (!flow || !second) expect.fail('two flows')
  expect([flow.name, second.name]).toEqual(['Deals', 'Second'])
  expect(edgesOf(flow).map((edge) => edge.replace('  ', ' '))).toEqual([
    'trigger out step_1 ',
    'step_1 case_0 step_2 “Large”',
    'step_1 next step_3 “after”',
    'step_3 loop step_4 “each item”',
    'step_3 next step_5 “after”',
  ])
  expect(typesOf(flow)).toEqual({
    trigger: 'trigger',
    step_1: 'condition',
    step_2: 'api',
    step_3: 'LOOP_ON_ITEMS',
    step_4: 'code',
    step_5: 'google-sheets.insert_row',
  })
  expect(nodeOf(flow, 'step_1').config['cases']).toEqual([
    { id: 'case_0', label: 'Large', expression: '{{trigger.amount}} number is greater than 1000' },
    { id: 'case_1', label: 'Otherwise', expression: '' },
  ])
  expect(nodeOf(flow, 'step_2').disabled).toBe(true)
  expect(warningsOf(flow)).toEqual(['unfinished'])
  const old = only(fixture('activepieces/old-template.json'))
  expect(old.name).toBe('Old one')
  expect(typesOf(old)).toEqual({ trigger: 'trigger', step_1: 'condition', step_2: 'wait', 'step_2~2': 'own.do' })
  expect(nodeOf(old, 'step_2').config['seconds']).toBe(300)
})

test('Activepieces: a flow of 300 steps, nested 300 levels deep, is read', () => {
  let step: unknown = null
  for (let number = 300; number > 0; number -= 1)
    step = { name: `step_${number}`, type: 'CODE', settings: {}, nextAction: step }
  const text = JSON.stringify({ trigger: { name: 'trigger', type: 'EMPTY', nextAction: step } })
  const result = readFlowFile({ name: 'long.json', text })
  expect(result.ok && result.flows[0]?.nodes).toHaveLength(301)
})
