/** Cost of model calls that a product records, by the price list. Pure. */
import { formatMicros } from '#lib/money/money.ts'
import { tokenCost, type Prices, type TokenUse } from '#server/base/prices.ts'

/** Tokens that a run used at one model. */
export interface ModelUse extends TokenUse {
  /** As in the price list; '' if the product does not say. */
  model: string
  calls: number
}

/** Total in micros; null if a model has no price in the list, since part of the cost would be missing. */
function microsOf(prices: Prices, uses: readonly ModelUse[]): bigint | null {
  let total = 0n
  for (const use of uses) {
    if (!Object.hasOwn(prices.models, use.model) && !Object.hasOwn(prices.models, '*')) return null
    total += tokenCost(prices, use.model, use)
  }
  return total
}

/** One entry for each model, in the order of its first call. */
export function mergeUses(uses: readonly ModelUse[]): ModelUse[] {
  const byModel = new Map<string, ModelUse>()
  for (const use of uses) {
    const known = byModel.get(use.model)
    byModel.set(
      use.model,
      known
        ? {
            model: use.model,
            calls: known.calls + use.calls,
            input: known.input + use.input,
            output: known.output + use.output,
            cached: known.cached + use.cached,
            reasoning: known.reasoning + use.reasoning,
          }
        : use,
    )
  }
  return [...byModel.values()]
}

interface CostLine {
  kind: 'model'
  label: string
  quantity: number
  unit: 'tokens'
  cost: string
  tool: null
}

export interface RunCost {
  cost: string
  cost_breakdown: CostLine[]
  usage: Record<string, number>
}

export interface CostFact {
  /** Null if the run used no model, or if its cost is not known: the console then shows a dash. */
  cost: RunCost | null
  /** False if a part of its cost is not known: a sum with it would be too small. */
  isCostKnown: boolean
}

/**
 * Cost of a run by its model calls; `uses`: null if the product did not record all of them. Computed from the list of
 * the console, not booked by the product.
 */
export function costOfUses(prices: Prices, uses: readonly ModelUse[] | null): CostFact {
  if (uses?.length === 0) return { cost: null, isCostKnown: true }
  const total = uses && microsOf(prices, uses)
  return uses === null || total === null
    ? { cost: null, isCostKnown: false }
    : { cost: costFields(prices, uses, total), isCostKnown: true }
}

function costFields(prices: Prices, uses: readonly ModelUse[], total: bigint): RunCost {
  const sum = (count: (use: ModelUse) => number) => uses.reduce((all, use) => all + count(use), 0)
  return {
    cost: formatMicros(total),
    cost_breakdown: uses.map((use) => ({
      kind: 'model',
      label: use.model,
      quantity: use.input + use.output,
      unit: 'tokens',
      cost: formatMicros(tokenCost(prices, use.model, use)),
      tool: null,
    })),
    usage: {
      model_calls: sum(({ calls }) => calls),
      input_tokens: sum(({ input }) => input),
      output_tokens: sum(({ output }) => output),
    },
  }
}
