import { expect, test } from 'vitest'
import { aConversation } from '#test/support/a-conversation.ts'
import { followersOf, nextConversation } from './next-conversation.ts'

const rows = (ids: string) => [...ids].map((id, index) => ({ index, row: { ...aConversation, id } }))
/** The next one in `ids`, after `open` was opened in the list `before`. */
const next = (ids: string, open: string | null, finished = '', before = ids) => {
  const position = open === null ? null : { id: open, followers: followersOf(rows(before), open) }
  return nextConversation(rows(ids), position, new Set(finished))?.id ?? null
}

test('the next conversation is the one below, without those that were finished', () => {
  expect(next('abcd', null)).toBe('a')
  expect(next('abcd', 'b')).toBe('c')
  expect(next('abcd', 'b', 'bc')).toBe('d')
})

test('at the end of the list it is the first one that is left', () => {
  expect(next('abcd', 'd')).toBe('a')
  expect(next('abcd', 'd', 'ad')).toBe('b')
  expect(next('a', 'a')).toBeNull()
  expect(next('ab', 'a', 'ab')).toBeNull()
})

test('it stays the same when the open conversation moves or leaves the list, or another one comes in', () => {
  expect(next('acdb', 'b', '', 'abcd')).toBe('c')
  expect(next('acd', 'b', '', 'abcd')).toBe('c')
  expect(next('abxcd', 'b', '', 'abcd')).toBe('c')
  expect(next('ab', 'x')).toBe('a')
})

test('resolved and snoozed conversations are skipped', () => {
  const all = rows('abcd').map(({ index, row }) => ({
    index,
    row: {
      ...row,
      status: row.id === 'b' ? ('resolved' as const) : row.id === 'c' ? ('snoozed' as const) : row.status,
    },
  }))
  expect(nextConversation(all, { id: 'a', followers: followersOf(all, 'a') }, new Set())?.id).toBe('d')
})
