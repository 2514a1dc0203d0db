/**
 * Amounts of money in all forms that services use, exact: decimal text and integers, no floating-point arithmetic.
 * Pure.
 */
import { idOf, isRecord, numberOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { minorDigits } from '#lib/money/minor-units.ts'
import { formatMicros } from '#lib/money/money.ts'
import { fold } from './fold.ts'
import { codeOfSign, codeOfWord } from './currencies.ts'
import type { Unit } from './names.ts'

/** Maximum digits of an amount: without a limit, a few bytes ("1e999999") would become megabytes. */
const maxDigits = 40
/** Digits after the point in the contract. */
const decimals = 6
const nanoDigits = 9

export interface Amount {
  /** Decimal text with six decimals; more only if six would show zero. */
  amount: string
  /** The currency in the value itself, or null. */
  currency: string | null
  /** True if the amount was rounded to millionths. */
  isRounded: boolean
}

/** `digits` / 10 ** `scale`. */
interface Decimal {
  digits: bigint
  scale: number
}

const decimalForm = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

function decimalOf(text: string): Decimal | null {
  const match = decimalForm.exec(text)
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? []
  if (match === null || whole + fraction === '' || whole.length + fraction.length > maxDigits) return null
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return Math.abs(scale) > maxDigits ? null : { digits: sign === '-' ? -digits : digits, scale }
}

/** Division, rounding half away from zero. */
function divided(digits: bigint, by: bigint): bigint {
  const size = digits < 0n ? -digits : digits
  const rounded = (size * 2n + by) / (by * 2n)
  return digits < 0n ? -rounded : rounded
}

const withSign = (digits: bigint, scale: number): string => {
  const size = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  return `${digits < 0n ? '-' : ''}${size.slice(0, -scale)}.${size.slice(-scale)}`
}

function written({ digits, scale }: Decimal): Pick<Amount, 'amount' | 'isRounded'> {
  if (scale <= decimals) return { amount: formatMicros(digits * 10n ** BigInt(decimals - scale)), isRounded: false }
  const by = 10n ** BigInt(scale - decimals)
  const micros = divided(digits, by)
  // A nonzero cost never reads 0.00.
  if (micros === 0n && digits !== 0n) return { amount: withSign(digits, scale), isRounded: false }
  return { amount: formatMicros(micros), isRounded: micros * by !== digits }
}

const codeOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) ? value.trim().toUpperCase() : null

/** ISO 4217 in capitals; null if the value is not a currency code. An object has it under `code` or `iso`. */
export const currencyOf = (value: Json | undefined): string | null =>
  isRecord(value) ? (codeOf(value['code']) ?? codeOf(value['iso'])) : codeOf(value)

/** "12.50", "1,204.18", with a code or a sign before or after. A single comma is ambiguous, and not read. */
function ofText(text: string): { decimal: Decimal; currency: string | null } | null {
  const trimmed = text.trim().replace('\u2212', '-')
  const [, minus = '', before = '', number = '', behind = ''] = amountForm.exec(trimmed) ?? []
  const [code, further] = [before, behind].filter((one) => one !== '')
  if (further !== undefined || (minus !== '' && !/^[\d.]/.test(number))) return null
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(number) ? number.replaceAll(',', '') : number
  const decimal = decimalOf(minus + plain)
  return decimal === null ? null : { decimal, currency: code === undefined ? null : (codeOf(code) ?? codeOfSign(code)) }
}

const amountForm = /^(-?)(?:([a-z]{3}|[€£¥₹₩₴$])\s*)?([+-]?[\d.,]*(?:e[+-]?\d{1,3})?)(?:\s*([a-z]{3}|[€£¥₹₩₴]))?$/i

/** Larger integers may have lost digits in parsing. */
const isWhole = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

/** Digits that a JSON number represents exactly: further ones are rounding errors, also among the millionths. */
const maxSure = 15

const isSure = (value: number): boolean =>
  isWhole(value) &&
  (Number.isInteger(value) ||
    value
      .toFixed(decimals)
      .replace(/\D|0+$/g, '')
      .replace(/^0+/, '').length <= maxSure)

/** Number of decimals of the unit; null if it depends on an unknown currency. */
function shiftOf(unit: Unit, currency: string): number | null {
  if (unit === 'micros') return decimals
  if (unit === 'nanos') return nanoDigits
  if (unit === 'one' || unit === 'vague') return 0
  return currency === '' || unit !== 'minor' ? null : minorDigits(currency)
}

/** Whether a whole number may count the smallest unit. */
export const isVague = (value: Json | undefined, unit: Unit, currency: string): boolean =>
  unit === 'vague' &&
  typeof value === 'number' &&
  Number.isInteger(value) &&
  value !== 0 &&
  (currency === '' || minorDigits(currency) > 0)

const amountKeys: readonly (readonly [string, Unit])[] = [
  ['amount', 'vague'],
  ['value', 'vague'],
  ['units', 'one'],
  ['total', 'vague'],
  ['minor', 'minor'],
  ['cents', 'minor'],
  ['amountminor', 'minor'],
  ['amountcents', 'minor'],
  ['valueminor', 'minor'],
  ['minorunits', 'minor'],
  ['micros', 'micros'],
  ['amountmicros', 'micros'],
]

const currencyNames = new Set(['currency', 'currencycode', 'currencyiso'])

/** The currency that an amount itself names; null = none. */
export function currencyBeside(value: Json | undefined): string | null {
  if (typeof value === 'string') return ofText(value)?.currency ?? null
  if (!isRecord(value)) return null
  const entry = Object.entries(value).find(([key, one]) => currencyNames.has(fold(key)) && currencyOf(one) !== null)
  return currencyOf(entry?.[1])
}

/** `{currencyCode, units, nanos}`: whole units and billionths, of one sign (google.type.Money). */
function ofUnits(units: Json | undefined, nanos: Json | undefined): Amount | null {
  const whole = decimalOf(idOf(units ?? 0) ?? '')
  const part = decimalOf(idOf(nanos ?? 0) ?? '')
  if (whole?.scale !== 0 || part?.scale !== 0 || part.digits >= billion || part.digits <= -billion) return null
  if ((whole.digits > 0n && part.digits < 0n) || (whole.digits < 0n && part.digits > 0n)) return null
  return { ...written({ digits: whole.digits * billion + part.digits, scale: nanoDigits }), currency: null }
}

const billion = 1_000_000_000n

/** `{"USD": "12.50"}`: the amount in the requested currency, or the only one. */
function ofCodes(value: JsonRecord, currency: string): Amount | null {
  const named = Object.entries(value).filter(([key]) => codeOfWord(key) !== null)
  const [key = '', given] =
    named.find(([one]) => one.toUpperCase() === currency) ?? (named.length === 1 ? (named[0] ?? []) : [])
  const code = codeOfWord(key)
  const amount = code === null || isRecord(given) ? null : amountOf(given, 'one', code)
  return amount === null || (amount.currency ?? code) !== code ? null : { ...amount, currency: code }
}

/** `{amount, currency}`, with the unit in the name of the amount, or in `exponent`. */
function ofObject(value: JsonRecord, unit: Unit, currency: string): Amount | null {
  const byName = new Map(Object.entries(value).map(([key, one]) => [fold(key), one]))
  const own = currencyBeside(value)
  const exponent = numberOf(byName.get('exponent') ?? byName.get('scale') ?? byName.get('precision'))
  if ((byName.has('nanos') || byName.has('units')) && exponent === null) {
    const amount = ofUnits(byName.get('units'), byName.get('nanos'))
    return amount === null ? null : { ...amount, currency: own }
  }
  const [name, given] = amountKeys.find(([key]) => byName.has(key)) ?? []
  if (name === undefined || given === undefined) return ofCodes(value, currency)
  const inner = byName.get(name)
  if (isRecord(inner)) return null
  const counted = given === 'vague' && unit !== 'one' ? unit : given
  const amount = amountOf(inner, counted, own ?? currency, exponent)
  return amount === null ? null : { ...amount, currency: own ?? amount.currency }
}

/**
 * @param unit what a number counts, from the name of the field
 * @param currency ISO 4217 from the context; '' = unknown
 * @param exponent decimals of the unit, if the service gives them
 * @returns null if the value cannot be read with certainty
 */
export function amountOf(
  value: Json | undefined,
  unit: Unit,
  currency: string,
  exponent: number | null = null,
): Amount | null {
  if (isRecord(value)) return ofObject(value, unit, currency)
  if (exponent === null && isVague(value, unit, currency)) return null
  const text = typeof value === 'number' && isSure(value) ? String(value) : value
  const read = typeof text === 'string' ? ofText(text) : null
  if (read === null) return null
  const shift =
    exponent !== null && Number.isInteger(exponent) && exponent >= 0 && exponent <= maxDigits
      ? exponent
      : shiftOf(unit, read.currency ?? currency)
  if (shift === null) return null
  const { digits, scale } = read.decimal
  return { ...written({ digits, scale: scale + shift }), currency: read.currency }
}
