import { expect, test } from 'vitest'
import { currentStatusStart, type StateChange } from './state-spans.ts'

const change = (status: StateChange['status'], at: string, reason: string | null = null): StateChange => ({
  status,
  at,
  reason,
})

test('a status began with its first change, even if its reason changed later', () => {
  const states = [
    change('error', '2026-11-21T13:58:00Z', 'Refused.'),
    change('error', '2026-11-21T13:20:00Z', 'Timed out.'),
    change('connected', '2026-11-20T10:00:00Z'),
    change('error', '2026-11-19T10:00:00Z'),
  ]
  expect(currentStatusStart({ states, more: true }, 'error')).toBe('2026-11-21T13:20:00Z')
  expect(currentStatusStart({ states: states.slice(0, 2), more: false }, 'error')).toBe('2026-11-21T13:20:00Z')
})

test('the start of a status is unknown if the history does not contain it', () => {
  const states = [change('error', '2026-11-21T13:58:00Z')]
  expect(currentStatusStart({ states, more: true }, 'error')).toBeNull()
  expect(currentStatusStart({ states, more: false }, 'paused')).toBeNull()
  expect(currentStatusStart({ states: [], more: false }, 'error')).toBeNull()
})
