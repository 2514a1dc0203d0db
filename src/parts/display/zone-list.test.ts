import { expect, test } from 'vitest'
import { filterOptions } from '#ui/overlays/picker-options.ts'
import { offsetOf, zoneOptions } from './zone-list.ts'

const winter = Date.parse('2026-01-15T12:00:00Z')
const summer = Date.parse('2026-07-15T12:00:00Z')

test('an offset includes daylight saving time, and an unknown zone has none', () => {
  expect(offsetOf('Europe/Berlin', winter)).toBe('UTC+1')
  expect(offsetOf('Europe/Berlin', summer)).toBe('UTC+2')
  expect(offsetOf('Asia/Kolkata', winter)).toBe('UTC+5:30')
  expect(offsetOf('UTC', winter)).toBe('UTC+0')
  expect(offsetOf('Nowhere/Land', winter)).toBe('')
})

test('a renamed zone is found by its old and new name, with underscores or spaces', () => {
  const found = (text: string) =>
    filterOptions(zoneOptions(['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon', 'America/New_York']), text).map(
      ({ value }) => value,
    )
  expect(found('Kolkata')).toEqual(['Asia/Calcutta'])
  expect(found('calcutta')).toEqual(['Asia/Calcutta'])
  expect(found('Kyiv')).toEqual(['Europe/Kiev'])
  expect(found('Ho_Chi_Minh')).toEqual(['Asia/Saigon'])
  expect(found('new_york')).toEqual(['America/New_York'])
})

test('names are readable, and UTC is always listed', () => {
  expect(zoneOptions(['America/New_York'])).toEqual([
    { value: 'UTC', label: 'UTC' },
    { value: 'America/New_York', label: 'America/New York' },
  ])
  expect(zoneOptions(['UTC'])).toHaveLength(1)
})
