/** code: the body of an async JavaScript function; its return value is the output. Charged by duration. */
import { type JsonRecord, numberOf, textOf } from '#lib/json/json.ts'
import { costsOfTool, type CostLine, type NodeRunner } from '#server/engine/node.ts'
import type { Prices } from '#server/base/prices.ts'
import { effectiveConfig, failureOf, configProblems, expressionValuesOf } from './source.ts'

const defaultTimeoutMs = 5000
const maxTimeoutMs = 60_000

/** Timeout of code in ms, from its config. */
export const codeTimeout = (config: JsonRecord): number =>
  Math.min(Math.max(numberOf(config['timeout_ms']) ?? defaultTimeoutMs, 1), maxTimeoutMs)

/** Cost of `ms` of code: per second, at least one micro. Free if the price per second is zero. */
export function codeCost(prices: Prices, ms: number): CostLine[] {
  const quantity = Math.ceil(ms)
  if (quantity <= 0) return []
  const byTime = (prices.codeSecond * BigInt(quantity)) / 1000n
  const micros = byTime === 0n && prices.codeSecond > 0n ? 1n : byTime
  return [{ kind: 'code', label: 'Code', quantity, unit: 'ms', micros }]
}

export const code: NodeRunner = {
  type: 'code',
  timeoutMs: maxTimeoutMs + 5000,
  check: configProblems,
  async run(context) {
    const found = await effectiveConfig(context)
    if ('error' in found) return found.error
    const { tools, signal } = context
    const done = await tools.sandbox.evaluate({
      language: 'javascript',
      source: textOf(found.config['source']),
      values: { ...expressionValuesOf(context), input: context.input },
      timeoutMs: codeTimeout(found.config),
      signal,
    })
    const costs = costsOfTool(found.tool, codeCost(tools.prices, done.ms))
    if (done.ok) return { is: 'done', handles: ['out'], output: done.value, costs }
    return { ...failureOf(done, 'The code failed'), costs }
  },
}
