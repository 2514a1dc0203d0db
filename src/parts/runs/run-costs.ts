/** Lines of a run's cost breakdown. Pure. */
import type { Run } from '#contract/billing.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

export interface CostLine {
  /** Label, tool and quantity: "API call · Orders, 3 calls". */
  words: string
  /** Decimal string. */
  cost: string
}

/** Singular or plural of a unit, which the service returns in the plural. An abbreviation ("ms") does not change. */
const unitWord = (quantity: number, unit: string): string => (quantity === 1 ? unit.replace(/(?<=\w{3})s$/, '') : unit)

/**
 * The parts of a run's cost. A difference to the total is a separate line, so that the lines add up.
 * @param locale BCP 47; undefined = the browser's
 */
export function costLines(run: Pick<Run, 'cost' | 'cost_breakdown'>, locale?: string): CostLine[] {
  const lines = run.cost_breakdown.map(({ label, kind, quantity, unit, cost, tool }) => {
    const what = label || kind || '—'
    const name = tool === null || tool.name === '' || tool.name === what ? what : `${what} · ${tool.name}`
    return {
      words: Number.isNaN(quantity)
        ? name
        : `${name}, ${quantity.toLocaleString(locale)} ${unitWord(quantity, unit)}`.trim(),
      cost,
    }
  })
  const total = parseMicros(run.cost)
  const costs = lines.map((line) => parseMicros(line.cost))
  const sum = costs.reduce<bigint>((micros, cost) => micros + (cost ?? 0n), 0n)
  // If the cost of a part is unknown, the difference may be that cost.
  if (total === null || total === sum || lines.length === 0 || costs.includes(null)) return lines
  return [...lines, { words: 'Not broken down', cost: formatMicros(total - sum) }]
}
