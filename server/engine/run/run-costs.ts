/**
 * Cost of a run so far: converts cost lines of steps to bookings, breakdown and usage. Amounts are in micros, in
 * the breakdown decimal text.
 */
import type { Ref } from '#contract/kernel/page.ts'
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import type { Booking, Commit } from '#server/store/engine/engine-commit.ts'
import type { CostLine } from '#server/engine/node.ts'

interface Line extends Omit<CostLine, 'tool'> {
  /** Null = none; undefined = not recorded, by an earlier version. */
  tool: Ref | null | undefined
}

/** Names in `usage`, by unit of a cost line; the sample uses the same names. */
const usageOf: Readonly<Record<string, { name: string; per: number }>> = {
  call: { name: 'calls', per: 1 },
  token: { name: 'tokens', per: 1 },
  ms: { name: 'seconds', per: 1000 },
  message: { name: 'messages', per: 1 },
}

const readTool = (value: Json | undefined): Line['tool'] =>
  isRecord(value) ? { id: textOf(value['id']), name: textOf(value['name']) } : value === null ? null : undefined

const readLine = (value: Json): Line | null =>
  isRecord(value)
    ? {
        kind: textOf(value['kind']),
        label: textOf(value['label']),
        quantity: numberOf(value['quantity']) ?? 0,
        unit: textOf(value['unit']),
        micros: parseMicros(textOf(value['cost'])) ?? 0n,
        tool: readTool(value['tool']),
      }
    : null

const hasTool = (line: Line, tool: Ref | null): boolean => line.tool !== undefined && line.tool?.id === tool?.id

/** Total cost in micros. */
export const sumOf = (costs: readonly CostLine[]): bigint => costs.reduce((sum, { micros }) => sum + micros, 0n)

/**
 * One booking for each kind with a cost. `of`: beginning of the booking's unique key, by which duplicates are rejected.
 */
export function bookingsOf(of: string, costs: readonly CostLine[]): Booking[] {
  const kinds = new Map<string, { micros: bigint; note: string }>()
  for (const { kind, micros, label } of costs)
    kinds.set(kind, { micros: (kinds.get(kind)?.micros ?? 0n) + micros, note: label })
  return [...kinds]
    .filter(([, { micros }]) => micros > 0n)
    .map(([kind, { micros, note }]) => ({ key: `${of}:${kind}`, micros: String(-micros), note }))
}

export class RunCosts {
  readonly #lines: Line[]
  readonly #usage: JsonRecord

  constructor(breakdown: Json, usage: JsonRecord) {
    this.#lines = listOf(breakdown).flatMap((value) => readLine(value) ?? [])
    this.#usage = { ...recordOf(usage) }
  }

  /**
   * Adds the cost of a step. Returns its cost, with the new breakdown and usage of the run; null if the step has no
   * cost lines.
   */
  add(costs: readonly CostLine[]): Commit['newTotals'] {
    if (costs.length === 0) return null
    for (const { kind, label, quantity, unit, micros, tool = null } of costs) {
      const line = this.#lines.find(
        (one) => one.kind === kind && one.label === label && one.unit === unit && hasTool(one, tool),
      )
      if (line) {
        line.quantity += quantity
        line.micros += micros
      } else this.#lines.push({ kind, label, quantity, unit, micros, tool })
      const { name, per } = usageOf[unit] ?? { name: unit, per: 1 }
      this.#usage[name] = (numberOf(this.#usage[name]) ?? 0) + quantity / per
    }
    const breakdown = this.#lines.map(({ micros, tool, ...line }) => ({
      ...line,
      cost: formatMicros(micros),
      ...(tool === undefined ? {} : { tool: tool && { ...tool } }),
    }))
    return { micros: sumOf(costs), breakdown, usage: { ...this.#usage } }
  }
}
