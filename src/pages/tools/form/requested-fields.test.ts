import { expect, test } from 'vitest'
import { requestedFields, withRequestedFields } from './requested-fields.ts'

const body = { name: 'Orders', category: 'api', config: { url: 'https://shop.example' } }
const isOwn = (path: string) => path === 'name' || path.startsWith('config.url')

test('fields in neither the form nor the body are added', () => {
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

test('a typed value is sent under its name, a blank one is not', () => {
  expect(withRequestedFields({ ...body }, { owner_team: ' Sales ', 'config.region': 'eu', note: ' ' })).toEqual({
    name: 'Orders',
    category: 'api',
    config: { url: 'https://shop.example', region: 'eu' },
    owner_team: 'Sales',
  })
})

test('names with a meaning in JavaScript are only names', () => {
  const sent = JSON.stringify(withRequestedFields({ ...body }, { constructor: 'a', 'config.toString': 'b' }))
  expect(sent).toContain('"constructor":"a"')
  expect(sent).toContain('"toString":"b"')
})
