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

/**
 * Cost fields of a run; null if it used no model, or one without a price: the console then shows a dash. Computed from
 * the list of the console, not booked by the product.
 */
export function runCostOf(prices: Prices, uses: readonly ModelUse[]): RunCost | null {
  const total = uses.length === 0 ? null : microsOf(prices, uses)
  if (total === null) return null
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
