import { formatMoney, formatShortSum, formatSum, moneyParts } from '#lib/money/format-money.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'

/** Placeholder for missing digits, so that decimal points align. */
const ReservedDigits = ({ digits }: { digits: number }) =>
  digits > 0 && (
    <span className="invisible" aria-hidden="true">
      {'0'.repeat(digits)}
    </span>
  )

const unitsWord = ' units'

/**
 * Text after an amount. " units" is hidden on phones, where columns are narrow and a truncated amount would be misread.
 */
const Tail = ({ tail }: { tail: string }) => (tail === unitsWord ? <span className="max-sm:hidden">{tail}</span> : tail)

/**
 * An exact amount. Digits beyond the cent are muted, and so is an amount of zero; unknown is "—". `reservedDigits`: number of digits beyond
 * the cent for which a column reserves space, so that decimal points align. `sum`: rounded to the cent, with the exact
 * value in a tooltip; an amount below a cent is exact; "short": for narrow columns.
 */
export function Cost({
  amount,
  currency,
  reservedDigits = 0,
  sum = false,
}: {
  amount: string | null
  currency: string | null
  reservedDigits?: number
  sum?: boolean | 'short'
}) {
  const parts = amount === null ? null : moneyParts(amount, currency)
  if (amount === null || parts === null) return <Absent />
  const exact = formatMoney(amount, currency)
  const rounded = sum === 'short' ? formatShortSum(amount, currency) : formatSum(amount, currency)
  if (sum !== false && rounded !== exact)
    return (
      <Tooltip words={exact}>
        <span className="whitespace-nowrap">
          {rounded.endsWith(unitsWord) ? rounded.slice(0, -unitsWord.length) : rounded}
          {rounded.endsWith(unitsWord) && <Tail tail={unitsWord} />}
          <ReservedDigits digits={reservedDigits} />
        </span>
      </Tooltip>
    )
  return (
    <span className={`whitespace-nowrap ${parts.isZero ? 'text-text-3' : ''}`}>
      {parts.head}
      {parts.rest !== '' && <span className="text-text-3">{parts.rest}</span>}
      <Tail tail={parts.tail} />
      <ReservedDigits digits={reservedDigits - parts.rest.length} />
    </span>
  )
}
