import { expect, test } from 'vitest'
import type { Role } from '#contract/account.ts'
import type { Person } from '#contract/person.ts'
import { isLastOwner } from './people-rules.ts'

const person = (id: string, role: Role): Person => ({
  id,
  role,
  name: id,
  email: `${id}@example.com`,
  last_seen_at: null,
  created_at: '2026-01-01T00:00:00Z',
})
const olga = person('olga', 'owner')
const otto = person('otto', 'owner')
const vera = person('vera', 'viewer')

test('a single owner is the last one, one of two owners is not', () => {
  expect(isLastOwner(olga, [olga, vera], true)).toBe(true)
  expect(isLastOwner(vera, [olga, vera], true)).toBe(false)
  expect(isLastOwner(olga, [olga, otto], true)).toBe(false)
})

test('no one is the last owner if not all people are known', () => {
  expect(isLastOwner(olga, [olga, vera], false)).toBe(false)
})
