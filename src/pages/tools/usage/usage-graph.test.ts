import { expect, test } from 'vitest'
import { usageGraph, usedWords, type Usage } from './usage-graph.ts'

const flow = (id: string, ...tools: string[]) => ({ id, name: `Flow ${id}`, status: 'active', node_count: 1, tools })
const channel = (id: string, ...flows: string[]) => ({ id, name: `Channel ${id}`, type: 'email', flows })
const usage = (part: Partial<Usage>): Usage => ({
  tools: [],
  flows: [],
  channels: [],
  calls_last_30_days: 0,
  errors_last_30_days: 0,
  cost_last_30_days: '0.000000',
  ...part,
})

test('an unused tool has no diagram; a tool used only by flows has one column', () => {
  expect(usageGraph('t', usage({}))).toBeNull()
  const graph = usageGraph('t', usage({ flows: [flow('a', 't'), flow('b', 't')] }))
  expect(graph?.columns.map(({ noun, rows }) => [noun, rows.map(({ name }) => name)])).toEqual([
    ['flow', ['Flow a', 'Flow b']],
  ])
  expect(graph?.gaps[0]?.paths).toEqual(['M0 11H14', 'M0 11H3L7 15V29L11 33H14'])
})

test('flows that use the tool directly are connected past the column of tools', () => {
  const agent = { id: 'g', name: 'Agent', key: 'agent', category: 'agent', names: ['t'] }
  const graph = usageGraph(
    't',
    usage({ tools: [agent], flows: [flow('a', 't', 'g'), flow('b', 'g')], channels: [channel('c', 'a', 'b')] }),
  )
  expect(graph?.columns.map(({ rows }) => rows.map(({ name }) => name))).toEqual([
    ['', 'Agent'],
    ['Flow a', 'Flow b'],
    ['Channel c'],
  ])
  expect(graph?.gaps.map(({ paths }) => paths.length)).toEqual([2, 3, 2])
})

test('a long column ends with the number of hidden rows, whose lines end in that row', () => {
  const flows = Array.from({ length: 20 }, (_, index) => flow(String(index), 't'))
  const graph = usageGraph('t', usage({ flows }))
  expect(graph?.columns[0]?.rows.map(({ name }) => name).at(-1)).toBe('15 more')
  expect(graph?.columns[0]?.rows).toHaveLength(6)
  expect(graph?.gaps[0]?.paths).toHaveLength(6)
})

test('flows that use the tool directly are counted apart from those that use it through other tools', () => {
  expect(usedWords('t', [])).toBe('no flows')
  expect(usedWords('t', [flow('a', 't', 'g')])).toBe('1 flow directly')
  expect(usedWords('t', [flow('a', 't'), flow('b', 'g'), flow('c', 'g')])).toBe(
    '1 flow directly, 2 more through other tools',
  )
  expect(usedWords('t', [flow('b', 'g')])).toBe('no flows directly, 1 through other tools')
})
