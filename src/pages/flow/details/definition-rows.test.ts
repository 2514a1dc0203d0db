import { expect, test } from 'vitest'
import { definitionRows, variableRows } from './definition-rows.ts'

test('each value has a row, named by its path', () => {
  expect(
    definitionRows({ timezone: 'Europe/Berlin', retry: { times: 2, codes: [500, 503] }, empty: {}, none: null }),
  ).toEqual([
    { path: 'timezone', value: 'Europe/Berlin', kind: 'text' },
    { path: 'retry.times', value: '2', kind: 'text' },
    { path: 'retry.codes', value: '500, 503', kind: 'text' },
    { path: 'empty', value: 'empty', kind: 'none' },
    { path: 'none', value: '—', kind: 'none' },
  ])
})

test('deeply nested values and lists of objects are shown as indented JSON', () => {
  const [row] = definitionRows({ a: { b: { c: { d: 1 } } } })
  expect(row).toEqual({ path: 'a.b.c', value: '{\n  "d": 1\n}', kind: 'code' })
  expect(definitionRows({ steps: [{ id: 1 }] })[0]?.kind).toBe('code')
})

test('secrets are masked at any depth', () => {
  const secret = 'sk_live_4f2a9c0b7d1e8843'
  const rows = definitionRows({
    api_key: secret,
    auth: { token: secret, password: { set: true, last4: '7c1e' } },
    steps: [{ headers: { authorization: secret } }],
    tokens: { token: [secret] },
    reference: { api_key: '{{ secrets.shop }}' },
  })
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows.find(({ path }) => path === 'auth.password')).toEqual({
    path: 'auth.password',
    value: '•••••••• 7c1e',
    kind: 'secret',
  })
  expect(rows.find(({ path }) => path === 'reference.api_key')?.value).toBe('{{ secrets.shop }}')
})

test('a variable without a value is shown as absent, and further fields of a variable have their own rows', () => {
  expect(variableRows([{ key: 'shop_name', value: 'Northwind', type: 'string' }, { key: 'later' }])).toEqual([
    { path: 'shop_name', value: 'Northwind', kind: 'text' },
    { path: 'shop_name.type', value: 'string', kind: 'text' },
    { path: 'later', value: '—', kind: 'none' },
  ])
})
