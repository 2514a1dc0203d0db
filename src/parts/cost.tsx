import { formatMoney, formatSum, moneyParts } from '#lib/format-money.ts'
import { Tooltip } from '#ui/tooltip.tsx'

/** Digits for which room is kept, so that points align. */
const Room = ({ digits }: { digits: number }) =>
  digits > 0 && (
    <span className="invisible" aria-hidden="true">
      {'0'.repeat(digits)}
    </span>
  )

/**
 * An amount, exact: digits beyond the cent are quiet, zero is quiet, unknown is "—".
 * `room`: digits beyond the cent for which a column keeps room, so that points align.
 * `sum`: to the cent, as sums are; the tooltip has it exact. Below a cent it stays exact.
 */
export function Cost({
  amount,
  currency,
  room = 0,
  sum = false,
}: {
  amount: string | null
  currency: string | null
  room?: number
  sum?: boolean
}) {
  // Another service may leave an amount out.
  const parts = typeof amount === 'string' ? moneyParts(amount, currency) : null
  if (amount === null || parts === null) return <span className="text-text-3">—</span>
  const exact = formatMoney(amount, currency)
  const rounded = formatSum(amount, currency)
  if (sum && rounded !== exact)
    return (
      <Tooltip words={exact}>
        <span className="whitespace-nowrap">
          {rounded}
          <Room digits={room} />
        </span>
      </Tooltip>
    )
  return (
    <span className={`whitespace-nowrap ${parts.isZero ? 'text-text-3' : ''}`}>
      {parts.head}
      {parts.rest !== '' && <span className="text-text-3">{parts.rest}</span>}
      {parts.tail}
      <Room digits={room - parts.rest.length} />
    </span>
  )
}
