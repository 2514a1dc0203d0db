import { expect, test } from 'vitest'
import { connectionsIn } from './connection.ts'

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
