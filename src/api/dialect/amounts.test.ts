import { expect, test } from 'vitest'
import type { Json } from '#lib/json.ts'
import { amountOf, currencyOf } from './amounts.ts'
import type { Unit } from './names.ts'

test.each<[Json, Unit, string, string | null]>([
  ['0.004210', 'one', 'EUR', '0.004210'],
  [0.1, 'one', 'EUR', '0.100000'],
  [1e-6, 'one', 'EUR', '0.000001'],
  ['-1.5', 'one', '', '-1.500000'],
  ['.5', 'one', '', '0.500000'],
  ['1,204.18', 'one', 'EUR', '1204.180000'],
  ['12.50 EUR', 'one', '', '12.500000'],
  ['USD 3', 'one', '', '3.000000'],
  [1234, 'minor', 'EUR', '12.340000'],
  [1234, 'minor', 'JPY', '1234.000000'],
  [1234, 'minor', 'KWD', '1.234000'],
  ['7', 'micros', '', '0.000007'],
  [{ amount: '1.5', currency: 'EUR' }, 'one', '', '1.500000'],
  [{ value: 150, currency: 'EUR', exponent: 2 }, 'one', '', '1.500000'],
  [{ cents: 150, currency_iso: 'EUR' }, 'one', '', '1.500000'],
  [{ amount_micros: 5, currencyCode: 'EUR' }, 'one', '', '0.000005'],
])('%j counted in %s %s is %s', (value, unit, currency, amount) => {
  expect(amountOf(value, unit, currency)?.amount ?? null).toBe(amount)
})

test.each<[Json, Unit, string]>([
  ['12,50', 'one', 'EUR'],
  ['1,204', 'one', 'EUR'],
  ['free', 'one', 'EUR'],
  ['', 'one', 'EUR'],
  ['1e999', 'one', 'EUR'],
  ['0x10', 'one', 'EUR'],
  [true, 'one', 'EUR'],
  [[1], 'one', 'EUR'],
  [{}, 'one', 'EUR'],
  [{ amount: { amount: 1 } }, 'one', 'EUR'],
  [{ units: '1', nanos: 500_000_000 }, 'one', 'EUR'],
  // Nobody can say what the smallest unit of an unknown currency is.
  [1234, 'minor', ''],
  // These digits were lost before anybody here saw them.
  [2 ** 53 + 2, 'micros', 'EUR'],
])('%j counted in %s %s cannot be read for sure', (value, unit, currency) => {
  expect(amountOf(value, unit, currency)).toBeNull()
})

test('digits beyond the millionth are rounded, and told; what would read as nothing keeps them', () => {
  expect(amountOf('1.23456789', 'one', 'EUR')).toMatchObject({ amount: '1.234568', isRounded: true })
  expect(amountOf('-0.0000005', 'one', 'EUR')).toMatchObject({ amount: '-0.000001', isRounded: true })
  expect(amountOf('0.0000004', 'one', 'EUR')).toMatchObject({ amount: '0.0000004', isRounded: false })
})

test('a currency in any case, or none', () => {
  expect([
    currencyOf('eur'),
    currencyOf({ code: 'usd' }),
    currencyOf('credits'),
    currencyOf('€'),
    currencyOf(7),
  ]).toEqual(['EUR', 'USD', null, null, null])
})
