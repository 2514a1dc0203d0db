/**
 * Prices in micros of the account's currency: a built-in table, parts of which PRICES_FILE may replace
 * (docs/engine.md).
 */
import { z } from 'zod'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { parseMicros } from '#lib/money/money.ts'

/** Micros per million tokens. */
export interface ModelPrice {
  input: bigint
  output: bigint
  /** Cached input tokens; absent = as `input`. */
  cached?: bigint | undefined
  /** Reasoning tokens, which are part of the output; absent = as `output`. */
  reasoning?: bigint | undefined
}

export interface Prices {
  /** By model; "*" for any other. */
  models: Record<string, ModelPrice>
  /** Per call of an API node. */
  apiCall: bigint
  /** Per second of code. */
  codeSecond: bigint
  /** Per sent message, by type of channel; "*" for any other. */
  messages: Record<string, bigint>
}

const channelPrices = Object.entries(channelDescriptors).map(([type, { price }]) => [type, price] as const)

export const builtInPrices: Prices = {
  models: {
    'gpt-4o-mini': { input: 150_000n, output: 600_000n },
    'gpt-4o': { input: 2_500_000n, output: 10_000_000n },
    '*': { input: 1_000_000n, output: 4_000_000n },
  },
  apiCall: 100n,
  codeSecond: 1_000n,
  messages: { ...Object.fromEntries(channelPrices), '*': 5_000n },
}

const { '*': _anyOther, ...namedModels } = builtInPrices.models
/**
 * Prices of the models that the table names: in front of a product, whose runs this console does not book, a guess for
 * any other model would be shown as its cost.
 */
export const namedPrices: Prices = { ...builtInPrices, models: namedModels }

/** Highest price, in micros: sums stay within the ledger's 64 bits, and a million units for one item is a mistake. */
const maxPrice = 1_000_000_000_000n

const Price = z
  .string({ error: 'Write the price as a string, like "0.004210", because JSON numbers lose digits.' })
  .transform((text, context) => {
    const micros = parseMicros(text)
    if (micros !== null && micros >= 0n && micros <= maxPrice) return micros
    context.addIssue({ code: 'custom', message: 'Use an amount from 0 to 1000000 with at most six decimals.' })
    return z.NEVER
  })

/** PRICES_FILE: amounts in units of the account's currency. Missing fields keep their built-in price. */
const PriceFile = z.strictObject({
  /** Per million tokens. */
  models: z
    .record(
      z.string().min(1).max(200),
      z.strictObject({ input: Price, output: Price, cached: Price.optional(), reasoning: Price.optional() }),
    )
    .optional(),
  api_call: Price.optional(),
  code_second: Price.optional(),
  messages: z.record(z.string().min(1).max(200), Price).optional(),
})

/**
 * The table `base` with the changes of a file, or an error message that names each invalid field. One invalid field rejects
 * the whole file at start: a partial table would book wrong amounts.
 */
export function readPrices(text: string, base: Prices = builtInPrices): Prices | string {
  const json = parseJson(text)
  if (!json.ok) return `Invalid JSON: line ${json.line}, column ${json.column}: ${json.message}`
  const found = PriceFile.safeParse(json.value)
  if (!found.success)
    return found.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`).join(' ')
  const { models, api_call: apiCall, code_second: codeSecond, messages } = found.data
  return {
    models: { ...base.models, ...models },
    apiCall: apiCall ?? base.apiCall,
    codeSecond: codeSecond ?? base.codeSecond,
    messages: { ...base.messages, ...messages },
  }
}

/** Token counts of one or more model calls; `cached` is included in `input`, `reasoning` in `output`. */
export interface TokenUse {
  input: number
  output: number
  cached: number
  reasoning: number
}

const perMillion = 1_000_000n

/** Cost of tokens, rounded up to a whole micro. */
export function tokenCost(prices: Prices, model: string, use: TokenUse): bigint {
  const price = modelPrice(prices, model)
  const fresh = BigInt(use.input - use.cached) * price.input + BigInt(use.cached) * (price.cached ?? price.input)
  const listedPrice =
    BigInt(use.output - use.reasoning) * price.output + BigInt(use.reasoning) * (price.reasoning ?? price.output)
  return (fresh + listedPrice + perMillion - 1n) / perMillion
}

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The price of a model, else the price of "*". */
export const modelPrice = (prices: Prices, model: string): ModelPrice =>
  own(prices.models, model) ?? own(prices.models, '*') ?? { input: 0n, output: 0n }
