/** What things cost, in micros of the account's currency: one table, replaced in parts by PRICES_FILE (docs/engine.md). */
import { z } from 'zod'
import { parseJson } from '#lib/json/safe-json.ts'
import { parseMicros } from '#lib/money/money.ts'

/** Micros for a million tokens. */
export interface ModelPrice {
  input: bigint
  output: bigint
  /** Tokens of the input that the endpoint had kept from before; absent = as `input`. */
  cached?: bigint | undefined
  /** Tokens that the model thinks in, part of its output; absent = as `output`. */
  reasoning?: bigint | undefined
}

export interface Prices {
  /** By model; "*" for any other. */
  models: Record<string, ModelPrice>
  /** A call of an api node. */
  apiCall: bigint
  /** A second of code. */
  codeSecond: bigint
  /** A message that goes out, by type of channel; "*" for any other. */
  messages: Record<string, bigint>
}

export const builtInPrices: Prices = {
  models: {
    'gpt-4o-mini': { input: 150_000n, output: 600_000n },
    'gpt-4o': { input: 2_500_000n, output: 10_000_000n },
    '*': { input: 1_000_000n, output: 4_000_000n },
  },
  apiCall: 100n,
  codeSecond: 1_000n,
  messages: { webchat: 0n, webhook: 0n, email: 400n, telegram: 0n, slack: 0n, '*': 5_000n },
}

/** Longest price, so that no sum leaves the 64 bits of the ledger: a million units for one thing is a mistake. */
const maxPrice = 1_000_000_000_000n

const Price = z
  .string({ error: 'Write the price as a string, like "0.004210", because JSON numbers lose digits.' })
  .transform((text, context) => {
    const micros = parseMicros(text)
    if (micros !== null && micros >= 0n && micros <= maxPrice) return micros
    context.addIssue({ code: 'custom', message: 'Use an amount from 0 to 1000000 with at most six decimals.' })
    return z.NEVER
  })

/** PRICES_FILE: amounts in units of the account's currency. What is missing keeps its built-in price. */
const PriceFile = z.strictObject({
  /** For a million tokens. */
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
 * The table with what a file says in it; where the file is wrong, what is wrong with it: each field by its name. A wrong field
 * refuses the whole file, at the start: half a table would book wrong amounts.
 */
export function readPrices(text: string): Prices | string {
  const json = parseJson(text)
  if (!json.ok) return `It is not JSON: line ${json.line}, column ${json.column}: ${json.message}`
  const found = PriceFile.safeParse(json.value)
  if (!found.success)
    return found.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`).join(' ')
  const { models, api_call: apiCall, code_second: codeSecond, messages } = found.data
  return {
    models: { ...builtInPrices.models, ...models },
    apiCall: apiCall ?? builtInPrices.apiCall,
    codeSecond: codeSecond ?? builtInPrices.codeSecond,
    messages: { ...builtInPrices.messages, ...messages },
  }
}

/** Tokens of one or more calls of a model, each part of a whole once: `cached` is in `input`, `reasoning` in `output`. */
export interface TokenUse {
  input: number
  output: number
  cached: number
  reasoning: number
}

const perMillion = 1_000_000n

/** What tokens of a model cost, rounded up to a whole micro. */
export function tokenCost(prices: Prices, model: string, use: TokenUse): bigint {
  const price = modelPrice(prices, model)
  const fresh = BigInt(use.input - use.cached) * price.input + BigInt(use.cached) * (price.cached ?? price.input)
  const said =
    BigInt(use.output - use.reasoning) * price.output + BigInt(use.reasoning) * (price.reasoning ?? price.output)
  return (fresh + said + perMillion - 1n) / perMillion
}

const own = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

/** The price of a model, or that of any other. */
export const modelPrice = (prices: Prices, model: string): ModelPrice =>
  own(prices.models, model) ?? own(prices.models, '*') ?? { input: 0n, output: 0n }
