/**
 * Formats shares and changes as percentages: "38.8%", "+12.6%". Computed in bigint, exact for amounts of any size.
 * Rules: docs/design.md, "Money, time, ids".
 */
import { numberFormat } from './formatters.ts'

/** No-break space after the less-than sign. */
const space = '\u00a0'

const permilleOf = (part: bigint, whole: bigint): bigint => {
  const size = (2000n * part) / whole
  return (size + (size < 0n ? -1n : 1n)) / 2n
}

const percent = (permille: bigint, locale: string | undefined, signed: boolean): string => {
  const words = numberFormat(locale, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: signed ? 'exceptZero' : 'auto',
  }).format(Number(permille) / 10)
  return `${words.replace('-', '−')}%`
}

/** "38.8%". A positive share is never shown as zero; "—" if the whole is zero. */
export function formatShare(part: bigint, whole: bigint, locale?: string): string {
  if (whole === 0n) return '—'
  const permille = permilleOf(part, whole)
  if (permille === 0n && part !== 0n) return `<${space}${percent(1n, locale, false)}`
  return percent(permille, locale, false)
}

/** "+12.6%", "−9.1%", "0.0%". Null if `before` is not positive: such a change has no percentage. */
export function formatChange(now: bigint, before: bigint, locale?: string): string | null {
  if (before <= 0n) return null
  return percent(permilleOf(now - before, before), locale, true)
}
