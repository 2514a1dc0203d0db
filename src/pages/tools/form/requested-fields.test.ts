import { expect, test } from 'vitest'
import { requestedFields, withRequestedFields } from './requested-fields.ts'

const body = { name: 'Orders', category: 'api', config: { url: 'https://shop.example' } }
const isOwn = (path: string) => path === 'name' || path.startsWith('config.url')

test('a refused request adds the fields that neither the form nor the body has', () => {
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

test('an added field is sent by its name if its value is not blank', () => {
  expect(withRequestedFields({ ...body }, { owner_team: ' Sales ', 'config.region': 'eu', note: ' ' })).toEqual({
    name: 'Orders',
    category: 'api',
    config: { url: 'https://shop.example', region: 'eu' },
    owner_team: 'Sales',
  })
})

test('names of JavaScript built-ins are sent like any other name', () => {
  const sent = JSON.stringify(withRequestedFields({ ...body }, { constructor: 'a', 'config.toString': 'b' }))
  expect(sent).toContain('"constructor":"a"')
  expect(sent).toContain('"toString":"b"')
})
