import { expect, test } from 'vitest'
import type { ToolState, ToolVersion } from '#contract/tool-version.ts'
import { changeWords, secretsBetween, versionDifferences, restorePlan } from './version-changes.ts'

const by = { kind: 'person', id: 'usr_1', name: 'Ada' } as const
const version = (number: number, change: Partial<ToolVersion> = {}): ToolVersion => ({
  number,
  at: '2026-11-20T10:00:00.000Z',
  by,
  changed: [],
  secrets: [],
  ...change,
})

const state: ToolState = {
  key: 'crm',
  name: 'CRM',
  description: '',
  enabled: true,
  input_schema: null,
  output_schema: null,
  config: {
    method: 'GET',
    url: 'https://crm.example/',
    headers: { 'X-Key': { set: true }, Accept: 'text/plain' },
    auth: { kind: 'bearer', secret: { set: true } },
  },
}

test('a version lists its changes; the first one is "Created" or "First stored version"', () => {
  const changed = ['name', 'config.url', 'config.auth']
  expect(changeWords(version(2, { changed, secrets: ['config.auth.secret', 'config.value'] }))).toBe(
    'Name · Address · Sign-in · Secret of Sign-in · Value',
  )
  expect(changeWords(version(1))).toBe('Created')
  expect(changeWords(version(4, { by: null }))).toBe('First stored version')
  expect(changeWords(version(2, { changed: ['config.region'] }))).toBe('region')
})

test('each secret that changed between two versions is listed once', () => {
  const secrets = ['config.auth.secret']
  const versions = [version(4), version(3, { secrets }), version(2, { secrets }), version(1)]
  expect(secretsBetween(versions, 1, 4)).toEqual(['Secret of Sign-in'])
  expect(secretsBetween(versions, 3, 4)).toEqual([])
})

test('differences are listed by field as text, and ignore the order of keys', () => {
  const turned = Object.fromEntries(Object.entries(state.config).toReversed())
  const after = { ...state, name: 'CRM lookup', config: { ...turned, url: 'https://crm.example/v2' } }
  expect(versionDifferences(state, after)).toEqual([
    { label: 'Name', before: 'CRM', after: 'CRM lookup' },
    { label: 'Address', before: 'https://crm.example/', after: 'https://crm.example/v2' },
  ])
})

test('a stored secret is not kept if the restored version has another host', () => {
  const url = 'https://other.example/'
  const back = restorePlan(state, { ...state, category: 'api', config: { ...state.config, url } })
  expect(back.change.config).toEqual({
    method: 'GET',
    url: 'https://crm.example/',
    headers: { Accept: 'text/plain' },
    auth: { kind: 'bearer' },
  })
  expect(back.unrestorable).toEqual(['Secret of Headers', 'Secret of Sign-in'])
})

test('restoring changes only differing fields, and keeps existing secrets', () => {
  const now = {
    ...state,
    category: 'api' as const,
    name: 'Other',
    config: {
      ...state.config,
      url: 'https://crm.example/v2',
      headers: { 'X-Key': { set: true, last4: '7c1e' }, Accept: 'text/plain' },
      auth: { kind: 'bearer', secret: { set: true, last4: '40aa' } },
    },
  }
  expect(restorePlan(state, now)).toEqual({
    change: { name: 'CRM', config: state.config },
    words: ['Name', 'Address'],
    unrestorable: [],
    obstacle: null,
  })
  expect(
    restorePlan(state, { ...now, name: 'CRM', config: { ...now.config, url: state.config['url'] ?? '' } }),
  ).toEqual({
    change: {},
    words: [],
    unrestorable: [],
    obstacle: null,
  })
})

test('a secret that no longer exists is not restored, and is listed', () => {
  const now = { ...state, category: 'api' as const, config: { ...state.config, headers: {}, auth: { kind: 'none' } } }
  expect(restorePlan(state, now)).toMatchObject({
    change: { config: { headers: { Accept: 'text/plain' }, auth: { kind: 'bearer' } } },
    words: ['Headers', 'Sign-in'],
    unrestorable: ['Secret of Headers', 'Secret of Sign-in'],
    obstacle: null,
  })
})

test('a secret value is not restored; a plain value that looks like a mark is', () => {
  const secret = { ...state, config: { value: { set: true }, type: 'string', secret: true } }
  const plain = { ...state, config: { value: { set: true }, type: 'json', secret: false } }
  const open = { value: 'x', type: 'string', secret: false }
  expect(restorePlan(secret, { ...state, category: 'global', config: open }).obstacle).toContain(
    'versions do not contain secrets',
  )
  expect(restorePlan(plain, { ...state, category: 'global', config: open })).toMatchObject({
    change: { config: plain.config },
    obstacle: null,
  })
  const other = { value: { set: true, last4: '7c1e' }, type: 'number', secret: true }
  expect(restorePlan(secret, { ...state, category: 'global', config: other })).toMatchObject({
    change: { config: secret.config },
    unrestorable: [],
    obstacle: null,
  })
})
