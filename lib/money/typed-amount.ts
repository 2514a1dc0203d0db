/**
 * Parses typed amounts: "1500", "1500.50", "1,500.00", "1 500", "1.500,50", "12,5". An ambiguous comma or point is
 * rejected, so that no amount is saved a thousand times too small or too large.
 */
import { formatMoney } from './format-money.ts'
import { formatMicros, parseMicros } from './money.ts'

/** `amount` has digits and a point, with at most six decimals; `problem` is a message about what to enter instead. */
export type TypedAmount = { amount: string } | { problem: string }

const grouped = /^[1-9]\d{0,2}(?<mark>[, .])\d{3}(?:\k<mark>\d{3})*(?:(?<point>[.,])(?<fraction>\d{1,6}))?$/
const plain = /^(?<whole>\d+)(?:[.,](?<fraction>\d{1,6}))?$/

const unreadable: TypedAmount = { problem: 'Enter an amount above 0 with digits and a point, like 1500 or 1500.50.' }

/** "2.00", "2.50", "2.0050": never exactly three decimals, which could be a group of thousands. */
function withTwoDecimals(whole: string, fraction: string): string {
  const cents = fraction.replace(/0+$/, '').padEnd(2, '0')
  return `${whole}.${cents.length === 3 ? `${cents}0` : cents}`
}

/** Rejects an amount whose separator may mean thousands or decimals. */
const ambiguousAmount = (text: string, whole: string, fraction: string): TypedAmount => ({
  problem: `“${text}” is ambiguous. Enter ${whole}${fraction} or ${withTwoDecimals(whole, fraction)}.`,
})

function readGrouped(text: string, { mark = '', point, fraction }: Record<string, string | undefined>): TypedAmount {
  const [first = '', second = '', ...more] = text.split(mark)
  const head = point === undefined ? text : text.slice(0, text.lastIndexOf(point))
  const whole = head.replaceAll(mark, '')
  // "1 500,500": the comma may also be a thousands separator.
  if (point === ',' && fraction?.length === 3 && mark === ' ') return ambiguousAmount(text, whole, fraction)
  if (point === mark) return unreadable
  // "2.000" is two with a decimal point, but two thousand with a thousands separator.
  if (mark === '.' && more.length === 0 && point === undefined) return ambiguousAmount(text, first, second)
  return { amount: fraction === undefined ? whole : `${whole}.${fraction}` }
}

/** Parses the typed text. Empty and negative input is not an amount; 0 is. */
export function readAmount(typed: string): TypedAmount {
  const text = typed.trim().replaceAll(/[\s’']/g, ' ')
  const groups = grouped.exec(text)?.groups
  if (groups !== undefined) return readGrouped(text, groups)
  const parts = plain.exec(text)?.groups
  // "1500,500" is neither grouped by thousands nor a usual fraction.
  if (parts === undefined || /^[1-9]\d*,\d{3}$/.test(text)) return unreadable
  const { whole = '', fraction } = parts
  return { amount: fraction === undefined ? whole : `${whole}.${fraction}` }
}

/** A stored amount as editable text: "250.00" for "250.000000". Parsing it gives the same amount. */
export function typedAmount(amount: string): string {
  const micros = parseMicros(amount)
  if (micros === null) return amount
  const [whole = '', fraction = ''] = formatMicros(micros).split('.')
  return withTwoDecimals(whole, fraction)
}

/** Preview of the typed amount as it will be saved: "€1,500.00". Null if it is not an amount. */
export function amountPreview(typed: string, currency: string | null): string | null {
  const read = readAmount(typed)
  return 'problem' in read ? null : formatMoney(read.amount, currency)
}
