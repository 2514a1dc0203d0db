import { expect, test } from 'vitest'
import { newestId } from './created-id.ts'

const since = Date.parse('2026-03-01T12:00:00Z')
const at = (id: string, created_at: string) => ({ id, created_at })

test('the newest object that was created since the request is chosen', () => {
  expect(newestId([at('1', '2026-02-01T12:00:00Z'), at('2', '2026-03-01T12:00:01Z')], since)).toBe('2')
  expect(newestId([at('3', '2026-03-01T12:00:02Z'), at('2', '2026-03-01T11:58:00Z')], since)).toBe('3')
})

test('a single object without a creation time is chosen; several are ambiguous', () => {
  expect(newestId([at('1', '')], since)).toBe('1')
  expect(newestId([at('1', ''), at('2', '')], since)).toBe('')
  expect(newestId([at('1', ''), at('2', '2026-03-01T12:00:01Z')], since)).toBe('')
})

test('older objects and objects without an id are not chosen', () => {
  expect(newestId([at('1', '2026-02-01T12:00:00Z')], since)).toBe('')
  expect(newestId([], since)).toBe('')
  expect(newestId([at('', '')], since)).toBe('')
})
