import { expect, test } from 'vitest'
import { sectionOf, sectionsFor } from './settings-sections.ts'

const everything = ['session', 'people', 'keys', 'alerts', 'activity', 'sample']
const names = (who: Parameters<typeof sectionsFor>[0]) => sectionsFor(who).map((section) => section.name)

test('an unknown section leads to the first one', () => {
  expect(sectionOf(undefined)).toBe('appearance')
  expect(sectionOf('nonsense')).toBe('appearance')
  expect(sectionOf('keys')).toBe('keys')
})

test('sections that a role may not read are hidden', () => {
  expect(names({ role: 'owner', extensions: everything })).toHaveLength(11)
  expect(names({ role: 'viewer', extensions: everything })).not.toContain('keys')
  expect(names({ role: 'operator', extensions: everything })).not.toContain('activity')
  expect(names({ role: 'operator', extensions: everything })).toContain('people')
})

test('a service with fewer extensions shows fewer sections', () => {
  expect(names({ role: 'owner', extensions: [] })).toEqual([
    'appearance',
    'time-zone',
    'shortcuts',
    'sign-in',
    'data',
    'connection',
    'about',
  ])
  expect(names(null)).toEqual(names({ role: 'owner', extensions: [] }))
})
