/**
 * Formats money. Amounts are decimal strings ("0.004210") and are never converted to floats, so they are shown exactly.
 * Rules: docs/design.md, "Money, time, ids".
 */
import { numberFormat } from '#lib/formatters.ts'
import { parseMicros } from './money.ts'

export interface MoneyParts {
  /** Sign, currency and the amount down to the cent: "€1,204.18". */
  head: string
  /** Digits beyond the cent, without trailing zeros: "421". */
  rest: string
  /** Suffix, in some languages the currency: " €", " units". */
  tail: string
  isZero: boolean
}

type Decimal = `${number}`
const isDecimal = (text: string): text is Decimal => /^-?\d{1,30}(?:\.\d{1,12})?$/.test(text)

/** Minimum number of decimals of an amount in an unknown currency. */
const unknownDigits = 2

function formatter(currency: string | null, locale: string | undefined): { format: Intl.NumberFormat; known: boolean } {
  const shared = { roundingMode: 'trunc' } as const
  if (currency !== null && /^[A-Z]{3}$/.test(currency)) {
    return {
      format: numberFormat(locale, {
        ...shared,
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
      }),
      known: true,
    }
  }
  const digits = { minimumFractionDigits: unknownDigits, maximumFractionDigits: unknownDigits }
  return { format: numberFormat(locale, { ...shared, ...digits }), known: false }
}

/**
 * An exact amount. Null if the text is not an amount, which is then shown as "—".
 * @param currency ISO 4217; null = unknown, the amount is shown as units
 * @param locale BCP 47; undefined = the browser's
 */
export function moneyParts(amount: string, currency: string | null, locale?: string): MoneyParts | null {
  const text = amount.trim()
  if (!isDecimal(text)) return null
  const { format, known } = formatter(currency, locale)
  const digits = format.resolvedOptions().maximumFractionDigits ?? unknownDigits
  const fraction = text.split('.')[1] ?? ''
  const rest = fraction.slice(digits).replace(/0+$/, '')
  const parts = format.formatToParts(text)
  // Digits beyond the cent follow the last digit, before a currency sign that some languages put at the end.
  const last = parts.findLastIndex((part) => part.type === 'fraction' || part.type === 'integer')
  const join = (some: Intl.NumberFormatPart[]) => withMinus(some.map((part) => part.value).join(''))
  const point = digits === 0 && rest !== '' ? decimalPoint(locale) : ''
  return {
    head: join(parts.slice(0, last + 1)),
    rest: `${point}${rest}`,
    tail: `${join(parts.slice(last + 1))}${known ? '' : ' units'}`,
    isZero: /^-?0*(?:\.0*)?$/.test(text),
  }
}

/** A minus sign, as in percentages: a hyphen is too short beside digits. */
const withMinus = (text: string): string => text.replace('-', '−')

const decimalPoint = (locale: string | undefined): string =>
  numberFormat(locale, { minimumFractionDigits: 1 })
    .formatToParts(0)
    .find((part) => part.type === 'decimal')?.value ?? '.'

/** An exact amount as one text: "€0.004". "—" if it is not an amount. */
export function formatMoney(amount: string, currency: string | null, locale?: string): string {
  const parts = moneyParts(amount, currency, locale)
  return parts === null ? '—' : `${parts.head}${parts.rest}${parts.tail}`
}

/**
 * A sum rounded to the cent, half away from zero. Amounts below a cent or below the smallest unit are shown exactly, so
 * that they never appear as zero.
 */
export function formatSum(amount: string, currency: string | null, locale?: string): string {
  const parts = moneyParts(amount, currency, locale)
  if (parts === null) return '—'
  const text = amount.trim()
  if (!isDecimal(text)) return '—'
  const { format, known } = formatter(currency, locale)
  const options = format.resolvedOptions()
  // In a currency without cents, a quarter of a unit would be rounded to zero.
  const isBelowUnit = Math.abs(Number(text)) < 10 ** -(options.maximumFractionDigits ?? unknownDigits)
  if (!parts.isZero && (isBelowUnit || /^-?0*(?:\.00\d*)?$/.test(text)))
    return `${parts.head}${parts.rest}${parts.tail}`
  const rounded = numberFormat(locale, {
    ...(known && currency !== null ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
    minimumFractionDigits: options.minimumFractionDigits ?? unknownDigits,
    maximumFractionDigits: options.maximumFractionDigits ?? unknownDigits,
  })
  return `${withMinus(rounded.format(text))}${known ? '' : ' units'}`
}

/** Amounts from which an axis and a narrow column use the suffixes K, M and B. */
const compactFrom = 10_000

/**
 * A short amount for a grid line: "€240", "€0.05", "€1.28M", "0".
 * @param micros whole micros
 * @param step micros between two lines, which determines the number of decimals of all lines
 */
export function formatAxis(micros: number, step: number, currency: string | null, locale?: string): string {
  const amount = micros / 1_000_000
  const needed =
    (step / 1_000_000)
      .toFixed(6)
      .replace(/\.?0+$/, '')
      .split('.')[1]?.length ?? 0
  const isCompact = Math.abs(amount) >= compactFrom
  if (amount === 0) return '0'
  const { format } = formatter(currency, locale)
  const { style, currency: code } = format.resolvedOptions()
  const words = numberFormat(locale, {
    ...(style === 'currency' && code !== undefined ? { style, currency: code, currencyDisplay: 'narrowSymbol' } : {}),
    notation: isCompact ? 'compact' : 'standard',
    minimumFractionDigits: isCompact || needed === 0 ? 0 : Math.max(unknownDigits, needed),
    maximumFractionDigits: isCompact || needed === 0 ? unknownDigits : Math.max(unknownDigits, needed),
  }).format(amount)
  return withMinus(words)
}

/** A sum for a narrow column: "<€0.01" below a cent, "€12.4K" from 10,000. */
export function formatShortSum(amount: string, currency: string | null, locale?: string): string {
  const micros = parseMicros(amount)
  if (micros === null || micros <= 0n) return formatSum(amount, currency, locale)
  if (micros < 10_000n) return `<${formatSum('0.01', currency, locale)}`
  const value = Number(micros)
  const isShort = value >= compactFrom * 1_000_000 && formatter(currency, locale).known
  return isShort ? formatAxis(value, 1_000_000, currency, locale) : formatSum(amount, currency, locale)
}
