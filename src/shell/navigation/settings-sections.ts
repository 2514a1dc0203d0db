/** Sections of the settings: URLs, titles, and visibility. Pure. */
import type { Role } from '#contract/account.ts'

/** In the order in which they are shown. */
export const settingsGroups = ['You', 'Account', 'Console'] as const

export interface SectionFacts {
  /** The last segment of its URL. */
  name: string
  label: string
  group: (typeof settingsGroups)[number]
  /** Required extension of the service; absent = none. */
  extension?: string
  /** Hidden from other roles. */
  ownerOnly?: true
}

export const settingsSections = [
  { name: 'appearance', label: 'Appearance', group: 'You' },
  { name: 'time-zone', label: 'Time zone', group: 'You' },
  { name: 'shortcuts', label: 'Shortcuts', group: 'You' },
  { name: 'sign-in', label: 'Sign-in', group: 'You' },
  { name: 'people', label: 'People', group: 'Account', extension: 'people' },
  { name: 'keys', label: 'Keys', group: 'Account', extension: 'keys', ownerOnly: true },
  { name: 'alerts', label: 'Alerts', group: 'Account', extension: 'alerts' },
  { name: 'activity', label: 'Activity', group: 'Account', extension: 'activity', ownerOnly: true },
  { name: 'canned-replies', label: 'Canned replies', group: 'Account', extension: 'canned_replies' },
  { name: 'data', label: 'Data', group: 'Account' },
  { name: 'connection', label: 'Connection', group: 'Console' },
  { name: 'about', label: 'About', group: 'Console' },
] as const satisfies readonly SectionFacts[]

export type SectionName = (typeof settingsSections)[number]['name']

/** The default section, also used for an unknown name. */
const firstSection: SectionName = 'appearance'

export const sectionOf = (name: string | undefined): SectionName =>
  settingsSections.find((section) => section.name === name)?.name ?? firstSection

/** The sections for a role and the service's extensions; null = the service does not identify the user. */
export function sectionsFor(
  who: { role: Role; extensions: readonly string[]; product?: object | undefined } | null,
): readonly SectionFacts[] {
  const all: readonly SectionFacts[] = settingsSections
  return all.filter(
    ({ name, extension, ownerOnly }) =>
      // Commands of the reference service.
      (name !== 'data' || who?.product === undefined) &&
      (extension === undefined || (who?.extensions.includes(extension) ?? false)) &&
      (ownerOnly === undefined || who?.role === 'owner'),
  )
}
