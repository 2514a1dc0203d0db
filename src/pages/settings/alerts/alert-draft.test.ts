import { expect, test } from 'vitest'
import type { Alert } from '#contract/alert.ts'
import { alertBodyOf, alertDraftOf, alertProblemsOf, newAlertDraft, quietWords } from './alert-draft.ts'

const stored: Alert = {
  id: 'alr_1',
  name: 'Ops',
  kind: 'webhook',
  address: 'https://hooks.example',
  credentials: {},
  incident_kinds: ['budget'],
  quiet_hours: { from: '20:00', until: '06:00', days: [6, 7], tz: 'Asia/Tokyo' },
  is_enabled: true,
  last_delivery: null,
  version: 3,
  created_at: '2026-11-20T00:00:00Z',
  updated_at: '2026-11-20T00:00:00Z',
}

test('a new alert needs a name and an address', () => {
  expect(alertProblemsOf(newAlertDraft, true)).toEqual({ name: 'Enter a name.', address: 'Enter a URL.' })
  const email = { ...newAlertDraft, name: 'x', kind: 'email' as const, kinds: [] }
  expect(alertProblemsOf(email, true)).toEqual({
    address: 'Enter an email address.',
    kinds: 'Choose at least one kind.',
  })
})

test('an edited alert keeps its address and the zone of its quiet hours', () => {
  const draft = alertDraftOf(stored)
  expect(alertProblemsOf(draft, false)).toEqual({})
  expect(alertBodyOf({ ...draft, from: '21:00' }, stored.quiet_hours, 'UTC')).toEqual({
    name: 'Ops',
    incident_kinds: ['budget'],
    quiet_hours: { from: '21:00', until: '06:00', days: [6, 7], tz: 'Asia/Tokyo' },
    is_enabled: true,
  })
})

test('all kinds are sent as none, so that later ones are included', () => {
  const draft = { ...newAlertDraft, name: ' Ops ', address: ' https://x.example ', isQuiet: true }
  expect(alertBodyOf(draft, null, 'Europe/Berlin')).toEqual({
    name: 'Ops',
    address: 'https://x.example',
    incident_kinds: [],
    quiet_hours: { from: '22:00', until: '07:00', tz: 'Europe/Berlin' },
    is_enabled: true,
  })
})

test('quiet hours on every day are sent without days, and on no day they are refused', () => {
  const draft = alertDraftOf(stored)
  expect(alertBodyOf({ ...draft, days: [1, 2, 3, 4, 5, 6, 7] }, stored.quiet_hours, 'UTC').quiet_hours).toEqual({
    from: '20:00',
    until: '06:00',
    tz: 'Asia/Tokyo',
  })
  expect(alertProblemsOf({ ...draft, days: [] }, false)).toEqual({ days: 'Choose at least one day.' })
  expect(alertProblemsOf({ ...draft, days: [], isQuiet: false }, false)).toEqual({})
})

test.each([
  [[1, 2, 3, 4, 5], 'Mon–Fri 22:00–07:00 UTC'],
  [[6, 7], 'Sat, Sun 22:00–07:00 UTC'],
  [[1, 3, 4, 5, 7], 'Mon, Wed–Fri, Sun 22:00–07:00 UTC'],
  [undefined, '22:00–07:00 UTC'],
  [[1, 2, 3, 4, 5, 6, 7], '22:00–07:00 UTC'],
])('quiet hours on %o are %s', (days, words) => {
  const hours = { from: '22:00', until: '07:00', tz: 'UTC', ...(days === undefined ? {} : { days }) }
  expect(quietWords(hours)).toBe(words)
})
