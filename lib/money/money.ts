/**
 * Money as integer micros (millionths of the currency's unit). Sums are computed in bigint, never in floats. In the
 * API, money is a decimal string with six decimals: "0.004210".
 */

/** Micros in one unit of a currency. */
const microsPerUnit = 1_000_000n
const decimals = 6

/** Formats micros: "0.004210" for 4210n, "-1.500000" for -1500000n. */
export function formatMicros(micros: bigint): string {
  const sign = micros < 0n ? '-' : ''
  const size = micros < 0n ? -micros : micros
  return `${sign}${size / microsPerUnit}.${String(size % microsPerUnit).padStart(decimals, '0')}`
}

/** Parses an amount: 4210n for "0.004210"; null if it is not a decimal number or has more than six decimals. */
export function parseMicros(text: string): bigint | null {
  const match = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '0', fraction = ''] = match
  const size = BigInt(whole) * microsPerUnit + BigInt(fraction.padEnd(decimals, '0'))
  return sign === '-' ? -size : size
}
