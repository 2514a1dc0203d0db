/** How much of a product's lists is kept in memory, per key. */

/** Flows without their nodes: about 2 kB each. */
export const maxKeptFlows = 20_000
/** Runs without their data: about 500 bytes each. Products delete old runs themselves, n8n after 14 days. */
export const maxKeptRuns = 100_000
