import { expect, test } from 'vitest'
import type { Json } from '#lib/json/json.ts'
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
  ['-12.50', 'one', 'EUR', '-12.500000'],
  ['\u22120.5', 'one', 'EUR', '-0.500000'],
  ['€12.50', 'one', '', '12.500000'],
  ['12.50 €', 'one', '', '12.500000'],
  ['-$3', 'one', '', '-3.000000'],
  ['1204', 'vague', 'EUR', '1204.000000'],
  [12.04, 'vague', 'EUR', '12.040000'],
  [1204, 'vague', 'JPY', '1204.000000'],
  [0, 'vague', 'EUR', '0.000000'],
  [12_345_678_901, 'nanos', '', '12.345679'],
  [{ currencyCode: 'EUR', units: '1', nanos: 500_000_000 }, 'one', '', '1.500000'],
  [{ units: '-1', nanos: -500_000_000 }, 'one', 'EUR', '-1.500000'],
  [{ nanos: 4_210_000 }, 'one', 'EUR', '0.004210'],
  [{ USD: '12.50' }, 'one', '', '12.500000'],
  [{ USD: '12.50', EUR: '11' }, 'one', 'EUR', '11.000000'],
  [{ amount_micros: 5, currencyCode: 'EUR' }, 'one', '', '0.000005'],
])('%j in unit %s %s is %s', (value, unit, currency, amount) => {
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
  ['1.234,56', 'one', 'EUR'],
  ['12%', 'one', 'EUR'],
  ['12.50 EUR €', 'one', 'EUR'],
  [1204, 'vague', 'EUR'],
  [1204, 'vague', ''],
  [{ amount: 1204, currency: 'EUR' }, 'one', ''],
  [{ value: 1204 }, 'one', 'EUR'],
  // Nanos need the sign of the units, and have to be less than one unit.
  [{ units: '1', nanos: -500_000_000 }, 'one', 'EUR'],
  [{ units: '1', nanos: 1_000_000_000 }, 'one', 'EUR'],
  [{ units: '1.5', nanos: 0 }, 'one', 'EUR'],
  [{ USD: '12.50', EUR: '11' }, 'one', ''],
  // The last digits of such a number come from its binary form.
  [Number('12345678901.123456'), 'one', 'EUR'],
  ['12', 'text', 'EUR'],
  // The smallest unit of an unknown currency is unknown.
  [1234, 'minor', ''],
  // These digits were lost in parsing the JSON.
  [2 ** 53 + 2, 'micros', 'EUR'],
])('%j in unit %s %s cannot be read with certainty', (value, unit, currency) => {
  expect(amountOf(value, unit, currency)).toBeNull()
})

test('digits beyond the millionth are rounded, and reported; a nonzero amount never becomes zero', () => {
  expect(amountOf('1.23456789', 'one', 'EUR')).toMatchObject({ amount: '1.234568', isRounded: true })
  expect(amountOf('-0.0000005', 'one', 'EUR')).toMatchObject({ amount: '-0.000001', isRounded: true })
  expect(amountOf('0.0000004', 'one', 'EUR')).toMatchObject({ amount: '0.0000004', isRounded: false })
})

test('a currency code is read in any case, and anything else is no currency', () => {
  expect([
    currencyOf('eur'),
    currencyOf({ code: 'usd' }),
    currencyOf('credits'),
    currencyOf('€'),
    currencyOf(7),
  ]).toEqual(['EUR', 'USD', null, null, null])
})
