import type { Person } from '#contract/person.ts'

/** People to whom conversations can be assigned: all except those with read-only access. Pure. */
export const assignablePeople = (people: readonly Person[]): Person[] => people.filter(({ role }) => role !== 'viewer')
