import { expect, test } from 'vitest'
import { readFlowFile } from '#flow/file/read.ts'
import { edgesOf, fixture, namesOf, nodeOf, only, parentsOf, typesOf, warningsOf } from '#test/support/flow-fixtures.ts'

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

test('Windmill: lists become sequences, loops contain theirs, branches meet at the module after them', () => {
  const flow = only(fixture('windmill/orders.json'))
  expect(flow).toMatchObject({ name: 'Orders of the day', description: 'Reads orders, checks them and books them.' })
  expect(edgesOf(flow).map((edge) => edge.replace('  ', ' ').trim())).toEqual([
    'preprocessor out a',
    'a out b',
    'c out d',
    'd case_0 e “Large”',
    'e out f',
    'd else g “default”',
    'f out h',
    'd case_1 h “Branch 2”',
    'g out h',
    'b out i',
    'i branch_0 j “Report”',
    'j out k',
    'i branch_1 k “Branch 2”',
    'i branch_2 k “Broken”',
    'k out a~2',
  ])
  expect(parentsOf(flow)).toEqual({
    c: 'b',
    d: 'b',
    e: 'b',
    f: 'b',
    g: 'b',
    h: 'b',
    l: 'k',
    failure: 'failure_module',
  })
  expect(typesOf(flow)).toEqual({
    preprocessor: 'code',
    a: 'code',
    b: 'forloopflow',
    c: 'script',
    d: 'condition',
    e: 'wait',
    f: 'subflow',
    g: 'code',
    h: 'script',
    i: 'branchall',
    j: 'code',
    k: 'whileloopflow',
    l: 'wait',
    'a~2': 'code',
    failure_module: 'group',
    failure: 'script',
    'note-1': 'note',
  })
  expect(nodeOf(flow, 'a')).toMatchObject({
    name: 'Fetch the orders',
    config: {
      language: 'python3',
      dialect: 'windmill',
      source: 'def main(day: str):\n    return [1, 2]',
      original: {
        value: {
          input_transforms: {
            shop: { value: '$res:f/shop/api' },
            api_key: { value: '{{ secrets.api_key }}' },
            token: { value: '$var:f/shop/token' },
          },
        },
        retry: { constant: { attempts: 3, seconds: 5 } },
      },
    },
  })
  expect(nodeOf(flow, 'b')).toMatchObject({ name: 'For loop', config: { expression: 'results.a' } })
  expect(nodeOf(flow, 'b').config['original']).not.toHaveProperty('value.modules')
  expect(nodeOf(flow, 'd').config).toMatchObject({
    language: 'windmill',
    else: true,
    cases: [
      { id: 'case_0', label: 'Large', expression: 'results.c.total > 1000' },
      { id: 'case_1', label: 'Branch 2', expression: 'results.c.total === 0' },
    ],
  })
  expect(nodeOf(flow, 'e').config).toMatchObject({ event: 'reply', timeout_s: 1800 })
  expect(nodeOf(flow, 'c').config).toMatchObject({ path: 'f/shop/check_order' })
  expect(nodeOf(flow, 'f').config).toMatchObject({ flow: 'f/shop/book_large', wait: true })
  expect(nodeOf(flow, 'l').config).toMatchObject({ seconds: 30 })
  expect(nodeOf(flow, 'i').config['outputs']).toHaveLength(3)
  expect(nodeOf(flow, 'note-1')).toMatchObject({
    position: null,
    size: { width: 300, height: 120 },
    config: { text: 'Read me first', colour: 'yellow' },
  })
  expect(flow.metadata['source']).toMatchObject({
    format: 'windmill',
    schema: { properties: { day: { default: 'today' } } },
    value: { same_worker: false, concurrent_limit: 2 },
  })
  expect(warningsOf(flow)).toEqual(['not_a_node', 'duplicate_id'])
})

test('Windmill: the tools of an agent are attached to it, and the path is the name of a flow without one', () => {
  const flow = only(fixture('windmill/agent.json'))
  expect(flow.name).toBe('f/desk/answer')
  expect(edgesOf(flow).map((edge) => edge.trim())).toEqual([
    'find_order ai_tool a ai_tool',
    'docs ai_tool a ai_tool',
    'web ai_tool a ai_tool',
    'ask ai_tool a ai_tool',
    'a out b',
  ])
  expect(nodeOf(flow, 'a').config).toMatchObject({ model: 'small-1', instructions: 'Be brief.' })
  expect(namesOf(flow)).toEqual([
    'Answer',
    'Find an order',
    'f/desk/mcp',
    'Web search',
    'Ask the other desk',
    'f/desk/later',
  ])
  expect(typesOf(flow)).toMatchObject({ find_order: 'code', docs: 'mcp', web: 'websearch', b: 'a_later_type' })
  expect(warningsOf(flow)).toEqual(['not_a_node'])
  expect(flow.metadata['source']).toMatchObject({ value: { flow_env: { desk_secret: '{{ secrets.desk_secret }}' } } })
})

test('Windmill: YAML with code in other files, an answer of the hub, and the value of a flow alone', () => {
  const approval = only(fixture('windmill/approval.yaml'))
  expect(approval).toMatchObject({
    name: 'Holiday request',
    description: 'Asks two managers.\n\nThen writes it down.\n',
  })
  expect(nodeOf(approval, 'a').config).toMatchObject({
    source: '!inline write_to_managers.inline_script.ts',
    original: { suspend: { required_events: 2, timeout: 86_400 } },
  })
  expect(edgesOf(approval).map((edge) => edge.replace('  ', ' ').trim())).toEqual([
    'a out b',
    'b case_0 c “granted”',
    'b else c “default”',
  ])
  expect(only(fixture('windmill/hub-answer.json'))).toMatchObject({
    name: 'Mentions to the chat',
    metadata: { source: { format: 'windmill', id: 13 } },
  })
  const value = only(fixture('windmill/value.json'))
  expect(parentsOf(value)).toEqual({ d: 'c', e: 'd', f: 'd' })
  expect(edgesOf(value).map((edge) => edge.trim())).toEqual(['a out b', 'b out c', 'e out f'])
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
