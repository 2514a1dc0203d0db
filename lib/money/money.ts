/**
 * Money as integer micros (millionths of the currency's unit). Sums are computed in bigint, never in floats. On the
 * wire money is a decimal string with six digits: "0.004210".
 */

/** Micros in one unit of a currency. */
const microsPerUnit = 1_000_000n
const decimals = 6

/** "0.004210" for 4210n; "-1.500000" for -1500000n. */
export function formatMicros(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const size = micros < 0n ? -micros : micros
  return `${sign}${size / microsPerUnit}.${String(size % microsPerUnit).padStart(decimals, '0')}`
}

/** 4210n for "0.004210"; null if the text is not a decimal number or has more than six decimals. */
export function parseMicros(text: string): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '0', fraction = ''] = match
  const size = BigInt(whole) * microsPerUnit + BigInt(fraction.padEnd(decimals, '0'))
  return sign === '-' ? -size : size
}

/** Decimals of the smallest unit of each currency. Source: ISO 4217, list one (2026). */
const zero = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const four = new Set(['CLF', 'UYW'])

/** Decimals of an amount in a currency: 2 for EUR, 0 for JPY, 3 for KWD. `currency` is an ISO 4217 code. */
export const minorDigits = (currency: string): number =>
  zero.has(currency) ? 0 : three.has(currency) ? 3 : four.has(currency) ? 4 : 2
