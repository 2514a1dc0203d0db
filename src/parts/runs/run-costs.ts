/** The lines of a run's cost. Pure. */
import type { Run } from '#contract/billing.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

export interface CostLine {
  /** "Model, 3,812 tokens". */
  words: string
  /** A decimal string. */
  cost: string
}

/** "1 call", "2 calls": the service gives units in the plural. An abbreviation ("ms") has no plural. */
const unitWord = (quantity: number, unit: string): string => (quantity === 1 ? unit.replace(/(?<=\w{3})s$/, '') : unit)

/**
 * The parts of a cost. The remainder has a line of its own, so that the lines always add up to the total.
 * @param locale BCP 47; undefined = the browser's
 */
export function costLines(run: Pick<Run, 'cost' | 'cost_breakdown'>, locale?: string): CostLine[] {
  const lines = run.cost_breakdown.map(({ label, kind, quantity, unit, cost }) => ({
    words: Number.isNaN(quantity)
      ? label || kind || '—'
      : `${label || kind || '—'}, ${quantity.toLocaleString(locale)} ${unitWord(quantity, unit)}`.trim(),
    cost,
  }))
  const total = parseMicros(run.cost)
  const costs = lines.map((line) => parseMicros(line.cost))
  const sum = costs.reduce<bigint>((micros, cost) => micros + (cost ?? 0n), 0n)
  // An unknown part may explain the remainder.
  if (total === null || total === sum || lines.length === 0 || costs.includes(null)) return lines
  return [...lines, { words: 'Not broken down', cost: formatMicros(total - sum) }]
}
