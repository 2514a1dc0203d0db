import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAxis, formatMoney, formatShortSum, formatSum, moneyParts } from './format-money.ts'
import { formatMicros } from './money.ts'

test('digits beyond the cent are separate, without trailing zeros', () => {
  expect(moneyParts('0.004210', 'EUR', 'en')).toEqual({ head: '€0.00', rest: '421', tail: '', isZero: false })
  expect(moneyParts('1204.180000', 'EUR', 'en')).toEqual({ head: '€1,204.18', rest: '', tail: '', isZero: false })
  expect(formatMoney('83.804000', 'EUR', 'en')).toBe('€83.804')
})

test('the smallest amount is shown exactly, and zero is marked as zero', () => {
  expect(formatMoney('0.000001', 'EUR', 'en')).toBe('€0.000001')
  expect(moneyParts('0.000000', 'EUR', 'en')).toMatchObject({ head: '€0.00', rest: '', isZero: true })
})

test('an amount too large for a float keeps every digit', () => {
  expect(formatMoney('9007199254740993.123457', 'EUR', 'en')).toBe('€9,007,199,254,740,993.123457')
})

test('digits beyond the cent are before a currency sign at the end', () => {
  expect(formatMoney('12.405000', 'EUR', 'de')).toBe('12,405\u00a0€')
})

test('negative amounts and currencies without cents are formatted', () => {
  expect(formatMoney('-0.004000', 'EUR', 'en')).toBe('−€0.004')
  expect(formatMoney('12.500000', 'JPY', 'en')).toBe('¥12.5')
})

test('an amount in an unknown currency has units, an invalid amount is a dash', () => {
  expect(formatMoney('12.400000', null, 'en')).toBe('12.40 units')
  expect(formatMoney('12.4', 'credits', 'en')).toBe('12.40 units')
  for (const wrong of ['', 'NaN', '1e5', '1,5']) expect(formatMoney(wrong, 'EUR', 'en')).toBe('—')
})

test('a sum is rounded to the cent, but exact below a cent', () => {
  expect(formatSum('3106.415000', 'EUR', 'en')).toBe('€3,106.42')
  expect(formatSum('18.404999', 'EUR', 'en')).toBe('€18.40')
  expect(formatSum('0.004000', 'EUR', 'en')).toBe('€0.004')
  expect(formatSum('0.000000', 'EUR', 'en')).toBe('€0.00')
  expect(formatSum('12.405', null, 'en')).toBe('12.41 units')
})

test('a sum in a narrow column ends at the cent, and is short from 10,000', () => {
  expect(formatShortSum('0.004000', 'EUR', 'en')).toBe('<€0.01')
  expect(formatShortSum('0.010000', 'EUR', 'en')).toBe('€0.01')
  expect(formatShortSum('0.000000', 'EUR', 'en')).toBe('€0.00')
  expect(formatShortSum('-0.004000', 'EUR', 'en')).toBe('−€0.004')
  expect(formatShortSum('0.5', 'JPY', 'en')).toBe('¥0.5')
  expect(formatShortSum('9999.990000', 'EUR', 'en')).toBe('€9,999.99')
  expect(formatShortSum('1204180.420000', 'EUR', 'en')).toBe('€1.2M')
  expect(formatShortSum('1204180.42', null, 'en')).toBe('1,204,180.42 units')
  expect(formatShortSum('', 'EUR', 'en')).toBe('—')
})

test('the label of a grid line is short and exact', () => {
  expect(formatAxis(240_000_000, 80_000_000, 'EUR', 'en')).toBe('€240')
  expect(formatAxis(100_000, 50_000, 'EUR', 'en')).toBe('€0.10')
  expect(formatAxis(4, 4, 'EUR', 'en')).toBe('€0.000004')
  expect(formatAxis(1_280_000_000_000, 640_000_000_000, 'EUR', 'en')).toBe('€1.28M')
  expect(formatAxis(-80_000_000, 80_000_000, 'EUR', 'en')).toBe('−€80')
  expect(formatAxis(0, 1, 'EUR', 'en')).toBe('0')
  expect(formatAxis(2_500_000, 500_000, null, 'en')).toBe('2.50')
})

test('an amount other than zero is never shown as zero, in any currency and locale', () => {
  const small = fc.oneof(fc.bigInt({ min: 1n, max: 2_000_000n }), fc.bigInt({ min: 1n, max: 10n ** 15n }))
  const amounts = [1n, 9n, 10n, 99n, 4_999n, 5_000n, 9_999n, 10_000n, 400_000n, 499_999n, 500_000n]
  const digits = (text: string) => /[1-9\u0661-\u0669]/u.test(text)
  const check = (micros: bigint) => {
    for (const currency of ['EUR', 'JPY', 'KWD', null])
      for (const locale of ['en-GB', 'de-DE', 'ar-EG'])
        for (const amount of [formatMicros(micros), formatMicros(-micros)]) {
          expect(digits(formatMoney(amount, currency, locale)), `${amount} ${currency} ${locale}`).toBe(true)
          expect(digits(formatSum(amount, currency, locale)), `sum ${amount} ${currency} ${locale}`).toBe(true)
        }
  }
  for (const micros of amounts) check(micros)
  fc.assert(fc.property(small, check), { numRuns: 100 })
})
