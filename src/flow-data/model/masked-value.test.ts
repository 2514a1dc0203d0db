import { expect, test } from 'vitest'
import { maskedJson } from './masked-value.ts'

test('secrets are masked, by name or by form, at any depth', () => {
  const json = maskedJson({
    title: 'Orders',
    settings: { password: 'hunter2', steps: [{ api_key: 'abc' }] },
    note: `key ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`,
    secret: { set: true, last4: '7c1e' },
  })
  expect(json).toContain('"title": "Orders"')
  for (const secret of ['hunter2', '"abc"', 'ghp_']) expect(json).not.toContain(secret)
  expect(json).toContain('7c1e')
})

test('names with a meaning in JavaScript stay unchanged', () => {
  const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "list": [null, 0, false, ""]}')
  expect(JSON.parse(maskedJson(value))).toEqual(value)
})
