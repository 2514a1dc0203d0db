import type { Person } from '#contract/person.ts'

/** People to whom conversations can be assigned: who only reads cannot work on one. Pure. */
export const assignablePeople = (people: readonly Person[]): Person[] => people.filter(({ role }) => role !== 'viewer')
