import { moneyParts } from '#lib/format-money.ts'

/**
 * An amount, exact: digits beyond the cent are quiet, zero is quiet, unknown is "—".
 * `room`: digits beyond the cent for which a column keeps room, so that points align.
 */
export function Cost({
  amount,
  currency,
  room = 0,
}: {
  amount: string | null
  currency: string | null
  room?: number
}) {
  const parts = amount === null ? null : moneyParts(amount, currency)
  if (parts === null) return <span className="text-text-3">—</span>
  const missing = Math.max(0, room - parts.rest.length)
  return (
    <span className={`whitespace-nowrap ${parts.isZero ? 'text-text-3' : ''}`}>
      {parts.head}
      {parts.rest !== '' && <span className="text-text-3">{parts.rest}</span>}
      {parts.tail}
      {missing > 0 && (
        <span className="invisible" aria-hidden="true">
          {'0'.repeat(missing)}
        </span>
      )}
    </span>
  )
}
