import { expect, test } from 'vitest'
import { edgesOf, fixture, namesOf, nodeOf, only, parentsOf, typesOf, warningsOf } from '#test/support/flow-fixtures.ts'

test('Flowise: cases, replies by a person, a loop without an edge, nodes in an iteration', () => {
  const flow = only(fixture('flowise/returns.json'))
  expect(typesOf(flow)).toEqual({
    startAgentflow_0: 'trigger',
    conditionAgentflow_0: 'condition',
    iterationAgentflow_0: 'iterationAgentflow',
    llmAgentflow_0: 'agent',
    humanInputAgentflow_0: 'wait',
    httpAgentflow_0: 'api',
    loopAgentflow_0: 'loopAgentflow',
    stickyNoteAgentflow_0: 'note',
  })
  expect(edgesOf(flow)).toEqual([
    'startAgentflow_0 out conditionAgentflow_0 ',
    'conditionAgentflow_0 case_0 iterationAgentflow_0 ',
    'conditionAgentflow_0 else humanInputAgentflow_0 ',
    'humanInputAgentflow_0 out httpAgentflow_0  “Proceed”',
    'humanInputAgentflow_0 case_1 loopAgentflow_0  “Reject”',
  ])
  expect(nodeOf(flow, 'conditionAgentflow_0').config['cases']).toEqual([
    { id: 'case_0', label: '0', expression: '{{ days }} larger 30' },
  ])
  expect(nodeOf(flow, 'startAgentflow_0')).toMatchObject({ position: { x: -100, y: 100 }, size: null })
  expect(nodeOf(flow, 'iterationAgentflow_0').size).toEqual({ width: 480, height: 250 })
  expect(nodeOf(flow, 'llmAgentflow_0')).toMatchObject({
    name: 'Judge',
    parent: 'iterationAgentflow_0',
    position: { x: 56, y: 92 },
    config: { model: 'small-1', instructions: 'Be fair & brief.' },
  })
  expect(nodeOf(flow, 'stickyNoteAgentflow_0')).toMatchObject({
    size: { width: 210, height: 123 },
    config: { text: 'Thirty days by law' },
  })
  expect(warningsOf(flow)).toEqual(['virtual_wire', 'no_name', 'dangling_edges'])
  expect(flow.metadata['source']).toMatchObject({ format: 'flowise', usecases: ['Support'] })
})

test('Flowise: a database row is read as a flow', () => {
  const flow = only(fixture('flowise/chatflow-row.json'))
  expect(flow.name).toBe('Questions about parcels')
  expect(edgesOf(flow)).toEqual(['chatModel_0 out toolAgent_0 model'])
  expect(nodeOf(flow, 'toolAgent_0')).toMatchObject({ type: 'agent', config: { instructions: 'Be kind.' } })
  expect(flow.metadata['source']).toEqual({ format: 'flowise', deployed: false })
})

test('Langflow: outputs by name, the return path of a loop, references to variables', () => {
  const flow = only(fixture('langflow/summary.json'))
  expect(edgesOf(flow)).toEqual([
    'ChatInput-a1 out LoopComponent-b2 data',
    'LoopComponent-b2 out OpenAIModel-c3 input_value “Item”',
    'OpenAIModel-c3 out LoopComponent-b2 item',
    'LoopComponent-b2 done ConditionalRouter-d4 input_text “Done”',
    'ConditionalRouter-d4 false_result ChatOutput-e5 input_value',
  ])
  expect(namesOf(flow)).toEqual(['Chat Input', 'Loop', 'A model', 'If-Else', 'Chat Output', 'Stores', 'Note'])
  expect(typesOf(flow)).toMatchObject({
    'ChatInput-a1': 'trigger',
    'OpenAIModel-c3': 'agent',
    'ConditionalRouter-d4': 'condition',
    'ChatOutput-e5': 'message',
    'GroupNode-f6': 'GroupNode',
    'note-g7': 'note',
  })
  expect(nodeOf(flow, 'OpenAIModel-c3')).toMatchObject({
    notes: 'Ours, with care.',
    config: {
      model: 'small-1',
      original: {
        data: {
          node: {
            template: { api_key: { value: '{{ secrets.api_key }}' }, org_key: { value: 'OPENAI_API_KEY' } },
          },
        },
      },
    },
  })
  expect(nodeOf(flow, 'note-g7').config).toMatchObject({ text: '# Papers\n\nFrom the archive.', colour: 'rose' })
  expect(flow.viewport).toEqual({ x: 10, y: -20, zoom: 0.5 })
  expect(warningsOf(flow)).toEqual(['inner_flow', 'dangling_edges'])
})

test('Dify: cases with else, error outputs, an iteration with its start, notes, secrets', () => {
  const flow = only(fixture('dify/complaints.yml'))
  expect(flow).toMatchObject({ name: 'Complaints', description: 'Answers complaints' })
  expect(edgesOf(flow)).toEqual(['1720505581749 out 2 ', '2 true 3 ', '2 else 4 ', '3 error 6 ', '4 out 6 ', '7 1 6 '])
  expect(typesOf(flow)).toEqual({
    '1720505581749': 'trigger',
    '2': 'condition',
    '3': 'api',
    '4': 'iteration',
    '4start': 'iteration-start',
    '5': 'agent',
    '6': 'message',
    '7': 'condition',
    note1: 'note',
  })
  expect(nodeOf(flow, '1720505581749').config['kind']).toBe('message')
  expect(nodeOf(flow, '2')).toMatchObject({
    notes: 'By the first words',
    config: {
      else: true,
      cases: [{ id: 'true', label: 'if', expression: 'sys.query contains ! or sys.files not empty' }],
    },
  })
  expect(nodeOf(flow, '6').config).toMatchObject({
    text: 'Sorry, {{#Start.name#}}: {{#3.body#}}',
    original: { data: { answer: 'Sorry, {{#1720505581749.name#}}: {{#3.body#}}' } },
  })
  expect(parentsOf(flow)).toEqual({ '4start': '4', '5': '4' })
  expect(nodeOf(flow, '4start').name).toBe('Start')
  expect(nodeOf(flow, '5').config).toMatchObject({ model: 'small-1', instructions: 'Be fair.' })
  expect(nodeOf(flow, 'note1')).toMatchObject({
    size: { width: 300, height: 140 },
    config: { text: 'Mind the tone\n- first', colour: 'yellow' },
  })
  expect(flow.variables).toEqual([
    { key: 'CRM_KEY', value: '{{ secrets.crm_key }}', value_type: 'secret' },
    { key: 'REGION', value: 'north', value_type: 'string' },
  ])
})

test('ComfyUI: slots by name, frames by position, muted and bypassed nodes, notes, subgraphs', () => {
  const flow = only(fixture('comfyui/portrait.json'))
  expect(edgesOf(flow)).toEqual([
    '1 out 4 model “MODEL”',
    '1 out:1 2 clip “CLIP”',
    '1 out:1 3 clip “CLIP”',
    '2 out 4 positive',
    '4 out 7 images',
  ])
  expect(flow.edges.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5'])
  expect(parentsOf(flow)).toEqual({
    'group:1': 'group:2',
    '1': 'group:2',
    '2': 'group:1',
    '3': 'group:1',
    '4': 'group:2',
  })
  expect(nodeOf(flow, 'group:1')).toMatchObject({ name: 'Words', position: { x: 430, y: 50 } })
  expect(nodeOf(flow, '2')).toMatchObject({ name: 'Prompt', disabled: true, position: { x: 20, y: 49.5 } })
  expect(nodeOf(flow, '3')).toMatchObject({ name: 'CLIPTextEncode', disabled: true })
  expect(nodeOf(flow, '4')).toMatchObject({ type: 'subflow', name: 'Sampler' })
  expect(nodeOf(flow, '5')).toMatchObject({ type: 'note', size: { width: 250, height: 120 } })
  expect(nodeOf(flow, '6').config).toMatchObject({ text: 'Read me\nfirst & last' })
  expect(warningsOf(flow)).toEqual(['inner_flow', 'no_name', 'dangling_edges'])
})

test('ComfyUI, API form: inputs become edges, but a pair of numbers is a value unless it names a node', () => {
  const flow = only(fixture('comfyui-api/portrait.json'))
  expect(edgesOf(flow)).toEqual([
    '4 out:1 6 clip “clip”',
    '76:3 out 9 images',
    '4 out 76:3 model “model”',
    '6 out 76:3 positive',
    '4 out:2 76:3 vae “vae”',
  ])
  // JavaScript orders integer keys first.
  expect(namesOf(flow)).toEqual(['Load', 'CLIPTextEncode', 'SaveImage', 'KSampler'])
  expect(flow.metadata['source']).toEqual({ format: 'comfyui-api', client_id: 'someone' })
})

test('Sim: cases, loops with their blocks, disabled blocks, references', () => {
  const flow = only(fixture('sim/leads.json'))
  expect(flow).toMatchObject({ name: 'Leads', description: 'Writes to leads' })
  expect(flow.variables).toEqual([{ id: 'v1', key: 'limit', type: 'number', value: 3 }])
  expect(edgesOf(flow).map((edge) => edge.replace('  ', ' '))).toEqual([
    'b1 out b2 ',
    'b2 b2-if b3 ',
    'b2 b2-else b6 ',
    'b3 loop b4 “each item”',
    'b3 out b6 ',
    'b4 error b6 ',
  ])
  expect(parentsOf(flow)).toEqual({ b4: 'b3', b5: 'b3' })
  expect(nodeOf(flow, 'b3')).toMatchObject({ type: 'loop', size: { width: 550, height: 300 } })
  expect(nodeOf(flow, 'b1').config).toMatchObject({ kind: 'schedule', schedule: { every_seconds: 900 } })
  expect(nodeOf(flow, 'b2').config['cases']).toEqual([
    { id: 'b2-if', label: 'if', expression: '<start.size> > 10' },
    { id: 'b2-else', label: 'else', expression: '' },
  ])
  expect([nodeOf(flow, 'b5').disabled, nodeOf(flow, 'b4').disabled]).toEqual([true, false])
  expect(JSON.stringify(flow)).toContain('{{MY_TOKEN}}')
})

test('Rivet: a flow for each graph, edges with any title and port, placeholders in a text', () => {
  const [main, sub] = fixture('rivet/talk.rivet-project')
  if (!main || !sub) expect.fail('two flows')
  expect([main.name, main.description, sub.name]).toEqual(['Talk/main', 'The talk itself', 'Talk/sub'])
  expect(edgesOf(main).map((edge) => edge.replace('  ', ' '))).toEqual([
    'in1 out if1 value',
    'if1 false chat1 systemPrompt',
    'if1 true chat1 prompt',
    'chat1 requestTokens text1 number of tokens/all “requestTokens”',
    'chat1 out sub1 input “response”',
  ])
  expect(namesOf(main)[1]).toBe('Is it "good" -> really?')
  expect(nodeOf(main, 'if1').position).toEqual({ x: 400.5, y: -20 })
  expect(nodeOf(main, 'chat1')).toMatchObject({ type: 'agent', disabled: true, notes: 'Answers' })
  expect(nodeOf(main, 'sub1').config).toMatchObject({ flow: 'Talk/sub' })
  expect(nodeOf(main, 'note1')).toMatchObject({
    type: 'note',
    size: { width: 500, height: 300 },
    config: { text: '## Mind', colour: 'var(--b)' },
  })
  expect(edgesOf(sub)).toEqual(['code1 out code1 again'])
  expect(main.metadata['source']).toMatchObject({ project: { metadata: { title: 'Talks' } } })
  expect(sub.metadata['source']).not.toHaveProperty('project')
})
