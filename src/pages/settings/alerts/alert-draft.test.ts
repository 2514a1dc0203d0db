import { expect, test } from 'vitest'
import type { Alert } from '#contract/alert.ts'
import { alertBodyOf, alertDraftOf, alertProblemsOf, newAlertDraft } from './alert-draft.ts'

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

test('an edited alert keeps its address, and the zone and days of its quiet hours', () => {
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
