import { expect, test } from 'vitest'
import { aConversation } from '#test/support/a-conversation.ts'
import { nextConversation, type OpenPosition } from './next-conversation.ts'

const rows = (ids: string) => [...ids].map((id, index) => ({ index, row: { ...aConversation, id } }))
const next = (ids: string, open: OpenPosition | null, finished = '') =>
  nextConversation(rows(ids), open, new Set(finished))?.id ?? null

test('the next conversation is the one below, without those that were finished', () => {
  expect(next('abcd', null)).toBe('a')
  expect(next('abcd', { id: 'b', index: 1 })).toBe('c')
  expect(next('abcd', { id: 'b', index: 1 }, 'bc')).toBe('d')
})

test('at the end of the list it is the nearest one above', () => {
  expect(next('abcd', { id: 'd', index: 3 })).toBe('c')
  expect(next('abcd', { id: 'd', index: 3 }, 'cd')).toBe('b')
  expect(next('a', { id: 'a', index: 0 })).toBeNull()
  expect(next('ab', { id: 'a', index: 0 }, 'ab')).toBeNull()
})

test('resolved and snoozed conversations are skipped', () => {
  const all = rows('abcd').map(({ index, row }) => ({
    index,
    row: { ...row, status: ({ b: 'resolved', c: 'snoozed' } as const)[row.id] ?? row.status },
  }))
  expect(nextConversation(all, { id: 'a', index: 0 }, new Set())?.id).toBe('d')
})

test('after the open conversation left the list, it is the row that took its place', () => {
  expect(next('acd', { id: 'b', index: 1 })).toBe('c')
  expect(next('ab', { id: 'x', index: undefined })).toBe('a')
})
