import { expect, test } from 'vitest'
import { budgetPauseWords } from './budget-pause-words.ts'

const options = { now: Date.parse('2026-11-27T12:00:00Z'), zone: 'Europe/Berlin', locale: 'en-GB' }
const pause = { budget: 'bud_1', amount: '50.000000', is_for_all: false, until: '2026-11-30T23:00:00.000Z' }
const flow = { status: 'paused', currency: 'EUR', paused_by: pause } as const

test('a flow that a budget paused says by which amount and until when', () => {
  expect(budgetPauseWords(flow, options)).toBe('Paused by its budget of €50.00 until 1 Dec')
  expect(budgetPauseWords({ ...flow, paused_by: { ...pause, is_for_all: true } }, options)).toBe(
    'Paused by the budget of €50.00 for all flows until 1 Dec',
  )
})

test('other flows say nothing', () => {
  expect(budgetPauseWords({ status: 'paused', currency: 'EUR' }, options)).toBeNull()
  expect(budgetPauseWords({ ...flow, status: 'active' }, options)).toBeNull()
})
