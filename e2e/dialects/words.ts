/**
 * Expected texts of facts in British English and UTC, formatted independently of the console, so that tests find errors
 * in its formatters.
 */

/** How an absent value is shown. */
export const absent = '—'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** "5 Mar 2024" */
export function dayWords(ms: number): string {
  const date = new Date(ms)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** "5 Mar 2024, 08:15" */
export function timeWords(ms: number): string {
  const date = new Date(ms)
  return `${dayWords(ms)}, ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
}

/** "5 Mar 2024 08:15:30" */
export function secondWords(ms: number): string {
  const date = new Date(ms)
  return `${dayWords(ms)} ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}:${twoDigits(date.getUTCSeconds())}`
}

const withThousands = (digits: string) => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

const inUnits = (words: string, currency: string | null) => (currency === null ? `${words} units` : `€${words}`)

/** All digits, at least to the cent: "€1,204.180421", "0.00421 units". */
export function exactWords(micros: number, currency: string | null): string {
  const digits = String(micros).padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0{1,4}$/, '')
  return inUnits(`${withThousands(digits.slice(0, -6))}.${fraction}`, currency)
}

/** Rounded to the cent; less than a cent stays exact. */
export function sumWords(micros: number, currency: string | null): string {
  if (micros > 0 && micros < 10_000) return exactWords(micros, currency)
  const cents = String(Math.round(micros / 10_000)).padStart(3, '0')
  return inUnits(`${withThousands(cents.slice(0, -2))}.${cents.slice(-2)}`, currency)
}

/** As a sum, in a narrow column: "<€0.01" below a cent. */
export const shortSumWords = (micros: number, currency: string | null): string =>
  micros > 0 && micros < 10_000 ? `<${inUnits('0.01', currency)}` : sumWords(micros, currency)

/** "timed_out" → "Timed out" */
export const stateWord = (state: string): string =>
  state.slice(0, 1).toUpperCase() + state.slice(1).replaceAll('_', ' ')
