/** Separate from money.ts, which every page loads: bundlers cannot remove unused sets. */

/** Currencies by their number of decimals, other than two. Source: ISO 4217, list one (2026). */
const zero = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '))
const three = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '))
const four = new Set(['CLF', 'UYW'])

/** Number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD. `currency` is an ISO 4217 code. */
export const minorDigits = (currency: string): number =>
  zero.has(currency) ? 0 : three.has(currency) ? 3 : four.has(currency) ? 4 : 2
