/** Amounts of money in all forms of services, exact: decimal text and integers, never a float that was calculated with. Pure. */
import { isRecord, numberOf, type Json, type JsonRecord } from '#lib/json.ts'
import { minorDigits } from '#lib/minor-units.ts'
import { formatMicros } from '#lib/money.ts'
import { fold, type Unit } from './names.ts'

/** Longer than any amount; beyond, a few bytes ("1e999999") would become megabytes. */
const maxDigits = 40
/** Digits after the point in the contract. */
const decimals = 6

export interface Amount {
  /** Decimal text with six digits; more only where fewer would read as nothing. */
  amount: string
  /** Where the value itself names it, else null. */
  currency: string | null
  /** Digits beyond the millionth were there and are gone. */
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

/** Half away from zero. */
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
  // A cost that is not nothing never reads 0.00.
  if (micros === 0n && digits !== 0n) return { amount: withSign(digits, scale), isRounded: false }
  return { amount: formatMicros(micros), isRounded: micros * by !== digits }
}

const codeOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) ? value.trim().toUpperCase() : null

/** ISO 4217 in capitals; null where it is none. An object says it under `code`. */
export const currencyOf = (value: Json | undefined): string | null =>
  isRecord(value) ? (codeOf(value['code']) ?? codeOf(value['iso'])) : codeOf(value)

/** "12.50", "1,204.18", and with a code before or behind. A lone comma may mean either, and is not read. */
function ofText(text: string): { decimal: Decimal; currency: string | null } | null {
  const [, before, number = '', behind] =
    /^(?:([a-z]{3})\s*)?([+-]?[\d.,]*(?:e[+-]?\d{1,3})?)(?:\s*([a-z]{3}))?$/i.exec(text.trim()) ?? []
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(number) ? number.replaceAll(',', '') : number
  const decimal = decimalOf(plain)
  return decimal === null ? null : { decimal, currency: codeOf(before ?? behind) }
}

/** Beyond, JSON numbers have lost digits before anybody here saw them. */
const isWhole = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))

/** How many decimals what is counted has; null where the currency would have to be known. */
function shiftOf(unit: Unit, currency: string): number | null {
  if (unit === 'micros') return decimals
  if (unit === 'one') return 0
  return currency === '' ? null : minorDigits(currency)
}

const amountKeys: readonly (readonly [string, Unit])[] = [
  ['amount', 'one'],
  ['value', 'one'],
  ['units', 'one'],
  ['total', 'one'],
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

/** The currency that an amount names itself; null = none. */
export function currencyBeside(value: Json | undefined): string | null {
  if (typeof value === 'string') return ofText(value)?.currency ?? null
  if (!isRecord(value)) return null
  const entry = Object.entries(value).find(([key, one]) => currencyNames.has(fold(key)) && currencyOf(one) !== null)
  return currencyOf(entry?.[1])
}

/** `{amount, currency}`, with the unit in the name, or `exponent` beside. */
function ofObject(value: JsonRecord, unit: Unit, currency: string): Amount | null {
  const byName = new Map(Object.entries(value).map(([key, one]) => [fold(key), one]))
  const own = currencyBeside(value)
  const [name, given] = amountKeys.find(([key]) => byName.has(key)) ?? []
  // Whole units beside billionths: what is not read whole is not read.
  if (name === undefined || given === undefined || byName.has('nanos')) return null
  const inner = byName.get(name)
  if (isRecord(inner)) return null
  const exponent = numberOf(byName.get('exponent') ?? byName.get('scale') ?? byName.get('precision'))
  const amount = amountOf(inner, given === 'one' ? unit : given, own ?? currency, exponent)
  return amount === null ? null : { ...amount, currency: own ?? amount.currency }
}

/**
 * @param unit what the name of the field says that is counted
 * @param currency ISO 4217 of what stands around it; '' = not known
 * @param exponent decimals of the unit, where the service gives them
 * @returns null where it cannot be read for sure
 */
export function amountOf(
  value: Json | undefined,
  unit: Unit,
  currency: string,
  exponent: number | null = null,
): Amount | null {
  if (isRecord(value)) return ofObject(value, unit, currency)
  const text = typeof value === 'number' && isWhole(value) ? String(value) : value
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
