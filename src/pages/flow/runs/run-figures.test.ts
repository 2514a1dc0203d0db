import { expect, test } from 'vitest'
import { runFigures } from './run-figures.ts'

test('averages of runs are exact to the micro', () => {
  const figures = runFigures({ count: 3, failed: 1, cost: '0.000010', duration_ms: 10_000 })
  expect(figures.averageCost).toBe('0.000003')
  expect(figures.averageMs).toBe(3333)
})

test('without all costs there is no average cost', () => {
  const sums = { count: 3, failed: 0, cost: '0.000010', unknown_costs: 1, duration_ms: 3000 }
  expect(runFigures(sums)).toEqual({ averageCost: null, averageMs: 1000 })
})

test('without runs there is no average', () => {
  expect(runFigures({ count: 0, failed: 0, cost: '0.000000', duration_ms: 0 })).toEqual({
    averageCost: null,
    averageMs: null,
  })
})

test('without known totals there is no average', () => {
  const none = Number.NaN
  expect(runFigures({ count: none, failed: none, cost: '', duration_ms: none })).toEqual({
    averageCost: null,
    averageMs: null,
  })
  expect(runFigures({ count: 2, failed: none, cost: '', duration_ms: none })).toEqual({
    averageCost: null,
    averageMs: null,
  })
})
