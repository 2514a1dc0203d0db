import { expect, test } from 'vitest'
import { requestedFields, withRequestedFields } from './requested-fields.ts'

const body = { name: 'Orders', category: 'api', config: { url: 'https://shop.example' } }
const isOwn = (path: string) => path === 'name' || path.startsWith('config.url')

test('what neither the form nor the body has is asked for', () => {
  const messages = {
    owner_team: ['Name the team.'],
    'config.region': ['This field is required.'],
    name: ['Taken.'],
    category: ['Not allowed.'],
    'config.url': ['Not reachable.'],
    non_field_errors: ['No.'],
  }
  expect(requestedFields(messages, body, isOwn)).toEqual(['owner_team', 'config.region'])
})

test('what was typed goes along under its name, what is blank stays out', () => {
  expect(withRequestedFields({ ...body }, { owner_team: ' Sales ', 'config.region': 'eu', note: ' ' })).toEqual({
    name: 'Orders',
    category: 'api',
    config: { url: 'https://shop.example', region: 'eu' },
    owner_team: 'Sales',
  })
})

test('names that mean something to JavaScript are names', () => {
  const sent = JSON.stringify(withRequestedFields({ ...body }, { constructor: 'a', 'config.toString': 'b' }))
  expect(sent).toContain('"constructor":"a"')
  expect(sent).toContain('"toString":"b"')
})
