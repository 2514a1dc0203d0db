import { expect, test } from 'vitest'
import type { Json } from '#lib/json/json.ts'
import { credentialNames } from './credential-names.ts'

test('finds the credentials of all steps, each once', () => {
  const nodes: Json = [
    { config: { credentials: { slackApi: { id: '7', name: 'Team' }, httpBasicAuth: { id: '8', name: 'Shop' } } } },
    { config: { credentials: { slackApi: 'Old team', smtp: { id: '9' } } } },
    { config: { credentials: { slackApi: { id: '7', name: 'Team' } } } },
    { config: {} },
  ]
  expect(credentialNames({ flow: { nodes } })).toEqual(['Team', 'Shop', 'Old team'])
})

test('a template of another shape has none', () => {
  expect(credentialNames(null)).toEqual([])
  expect(credentialNames({ flow: { nodes: [null, { config: { credentials: 'x' } }] } })).toEqual([])
})
