import { expect, test } from 'vitest'
import type { Person } from '#contract/person.ts'
import { assignablePeople } from './assignable-people.ts'

const person = (id: string, role: Person['role']): Person => ({
  id,
  name: id,
  email: `${id}@one.example`,
  role,
  last_seen_at: null,
  created_at: '2026-11-01T08:00:00.000Z',
})

test('viewers are not offered as assignees, people with an unknown role are', () => {
  const unknown = Object.assign(person('c', 'owner'), { role: undefined })
  const people = [person('a', 'owner'), person('b', 'viewer'), unknown, person('d', 'operator')]
  expect(assignablePeople(people).map(({ id }) => id)).toEqual(['a', 'c', 'd'])
})
