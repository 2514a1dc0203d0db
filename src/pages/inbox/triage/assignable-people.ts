import type { Person } from '#contract/person.ts'

/** People to whom conversations can be assigned: not read-only ones. Pure. */
export const assignablePeople = (people: readonly Person[]): Person[] => people.filter(({ role }) => role !== 'viewer')
