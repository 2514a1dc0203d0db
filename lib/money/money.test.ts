import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMicros, parseMicros } from './money.ts'

test('amounts have six decimals, also below zero and below a cent', () => {
  expect(formatMicros(4210n)).toBe('0.004210')
  expect(formatMicros(-1_500_000n)).toBe('-1.500000')
  expect(formatMicros(0n)).toBe('0.000000')
})

test('parsing a formatted amount gives the same amount', () => {
  fc.assert(fc.property(fc.bigInt(), (micros) => parseMicros(formatMicros(micros)) === micros))
})

test('an invalid amount is null', () => {
  for (const text of ['', '1.', '.5', '1e3', '1.0000001', '1,5', ' 1', '--1']) expect(parseMicros(text)).toBeNull()
})
