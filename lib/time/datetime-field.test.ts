import { expect, test } from 'vitest'
import { fieldOfInstant, instantOfField } from './datetime-field.ts'

test('a field for local times is read in the zone', () => {
  expect(instantOfField('2026-11-20T09:30', 'Asia/Kathmandu')).toBe('2026-11-20T03:45:00.000Z')
  expect(fieldOfInstant(Date.parse('2026-11-20T03:45:00Z'), 'Asia/Kathmandu')).toBe('2026-11-20T09:30')
  for (const text of ['', 'tomorrow', '2026-11-20', '2026-13-40T99:99']) expect(instantOfField(text, 'UTC')).toBeNull()
})
