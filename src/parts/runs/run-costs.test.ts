import { expect, test } from 'vitest'
import { costLines } from './run-costs.ts'

const part = (label: string, quantity: number, unit: string, cost: string, tool: string | null = null) => ({
  kind: 'call',
  label,
  quantity,
  unit,
  cost,
  tool: tool === null ? null : { id: 'tool_1', name: tool },
})

test('each part of the cost is a line with quantity and unit', () => {
  const run = {
    cost: '0.013030',
    cost_breakdown: [part('Model', 4261, 'tokens', '0.011030'), part('API call', 1, 'calls', '0.002000', 'Search')],
  }
  expect(costLines(run, 'en')).toEqual([
    { words: 'Model, 4,261 tokens', cost: '0.011030' },
    { words: 'API call · Search, 1 call', cost: '0.002000' },
  ])
})

test('an abbreviated unit has no singular form', () => {
  const run = { cost: '0.000005', cost_breakdown: [part('Code', 1, 'ms', '0.000005')] }
  expect(costLines(run, 'en')[0]?.words).toBe('Code, 1 ms')
})

test('a remainder line makes the lines add up exactly to the cost', () => {
  const run = { cost: '0.000003', cost_breakdown: [part('Code', 2, 'ms', '0.000005')] }
  expect(costLines(run, 'en')[1]).toEqual({ words: 'Not broken down', cost: '-0.000002' })
})

test('a run without a cost breakdown has no lines', () => {
  expect(costLines({ cost: '1.000000', cost_breakdown: [] })).toEqual([])
})

test('there is no remainder line if the cost of a part is unknown', () => {
  const parts = [part('Model', Number.NaN, '', ''), part('', 1, 'calls', '0.002000')]
  expect(costLines({ cost: '0.013030', cost_breakdown: parts }, 'en')).toEqual([
    { words: 'Model', cost: '' },
    { words: 'call, 1 call', cost: '0.002000' },
  ])
  expect(costLines({ cost: '', cost_breakdown: parts.slice(1) }, 'en')).toHaveLength(1)
})
