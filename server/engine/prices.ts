/** What things cost, in micros of the account's currency: one table, replaced in parts by PRICES_FILE. */

export interface Prices {
  /** By model, for a million tokens; "*" for any other. */
  models: Record<string, { input: bigint; output: bigint }>
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
