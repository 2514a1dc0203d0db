import { expect, test } from 'vitest'
import { connectionsIn, withListedServices } from './connection.ts'

const saved = (...list: unknown[]) => connectionsIn(JSON.stringify(list))

test("the page's own connection always exists, and comes first", () => {
  for (const text of [null, '', '{', 'null', '3', '[]', '{"id":"a"}'])
    expect(connectionsIn(text)).toMatchObject([{ id: 'own', base: null, kind: 'cookie' }])
  expect(
    saved({ id: 'a', base: 'https://a/api/', name: 'A', kind: 'bearer' }, { id: 'own', kind: 'token' }),
  ).toMatchObject([
    { id: 'own', base: null, kind: 'token' },
    { id: 'a', base: 'https://a/api', name: 'A', kind: 'bearer' },
  ])
})

test('invalid entries and duplicate ids are left out, and the own connection has no base URL', () => {
  const stored = saved(
    1,
    null,
    {},
    { id: 'a' },
    { id: 'b', base: '/b' },
    { id: 'b', base: '/c' },
    { id: 'own', base: 'x' },
  )
  expect(stored).toEqual([
    { id: 'own', name: 'This service', base: null, kind: 'none', header: '' },
    { id: 'b', name: '/b', base: '/b', kind: 'none', header: '' },
  ])
})

test('a name with markup and an id like “__proto__” are stored unchanged', () => {
  expect(saved({ id: '__proto__', base: '/x', name: '<img onerror=1>', kind: 'constructor' })).toMatchObject([
    { id: 'own' },
    { id: '__proto__', name: '<img onerror=1>', kind: 'none' },
  ])
})

const services = JSON.stringify([
  { id: 'support', name: 'Support', base: '/services/support/api', kind: 'cookie', header: '', product: null },
  { id: 'n8n-prod', name: 'n8n, prod', base: '/services/n8n-prod/api', kind: 'bearer', header: '', product: 'n8n' },
])

test('the services of the page come first, in place of the own connection', () => {
  const all = withListedServices(services, saved({ id: 'a', base: 'https://a/api', name: 'A', kind: 'bearer' }))
  expect(all.map(({ id, product }) => [id, product])).toEqual([
    ['support', ''],
    ['n8n-prod', 'n8n'],
    ['a', undefined],
  ])
})

test('the stored sign-in of a listed service is used, but never a stored address', () => {
  const [support] = withListedServices(
    services,
    saved({ id: 'support', name: 'X', base: 'https://evil.example', kind: 'token', product: '' }),
  )
  expect(support).toMatchObject({ name: 'Support', base: '/services/support/api', kind: 'token' })
})

test('a service that is no longer listed leaves no connection behind', () => {
  const stored = saved({ id: 'gone', name: 'Gone', base: '/services/gone/api', kind: 'token', product: 'n8n' })
  expect(withListedServices(services, stored).map(({ id }) => id)).toEqual(['support', 'n8n-prod'])
  expect(withListedServices('', stored).map(({ id }) => id)).toEqual(['own'])
})
