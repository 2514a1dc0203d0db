/** Rules for changing people, checked in advance. Pure. */
import type { Role } from '#contract/account.ts'
import type { Person } from '#contract/person.ts'

export const roleWords: Record<Role, string> = { owner: 'Owner', operator: 'Operator', viewer: 'Viewer' }

/** Permissions of a role, for menus and hints. */
export const roleMeanings: Record<Role, string> = {
  owner: 'Full access, including people and keys',
  operator: 'Manages flows, tools and conversations',
  viewer: 'Read-only access',
}

/**
 * Whether a person is the account's only owner. False if not all people are on the page, since only the service can
 * decide then.
 */
export const isLastOwner = (person: Person, people: readonly Person[], isWhole: boolean): boolean =>
  isWhole && person.role === 'owner' && !people.some((other) => other.id !== person.id && other.role === 'owner')

export const lastOwnerReason = 'An account needs at least one owner. Make someone else an owner first.'
