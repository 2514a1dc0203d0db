/** Adds up the cost of a run step by step, in whole micros, so that the costs of steps add up to that of the run. */
import { formatMicros } from '#lib/money/money.ts'
import type { Random } from '#server/sample/random.ts'
import type { PathNode } from './run-paths.ts'
import type { RunChannel } from './run-request.ts'

/** Micros per input and output token. */
const tokenPrice = { read: 2.5, written: 10 }
/** Typical tokens of an agent step. */
const typicalTokens = { read: 1500, written: 210 }
const units = { model: 'tokens', call: 'calls', code: 'ms', message: 'messages' }

interface Line {
  kind: NonNullable<PathNode['costKind']>
  label: string
  quantity: number
  cost: number
  tool: PathNode['costTool']
}

export interface RunTally {
  /** Cost so far in micros. */
  readonly cost: number
  /** Adds a step that took `ms`; returns its cost in micros. */
  addStep(stop: PathNode, ms: number, random: Random): number
  /** `cost_breakdown` as JSON. */
  breakdown(): string
  /** `usage` as JSON. */
  usage(): string
}

/** `channel`: channel in which the run replies. */
export function newRunTally(channel: RunChannel | null): RunTally {
  const lines: Line[] = []
  const usage = { tokens_in: 0, tokens_out: 0, calls: 0, seconds: 0 }
  let cost = 0
  let activeMs = 0

  const add = (
    { label, costTool: tool }: Pick<PathNode, 'label' | 'costTool'>,
    kind: Line['kind'],
    quantity: number,
    micros: number,
  ): number => {
    const line = lines.find((each) => each.kind === kind && each.label === label && each.tool?.id === tool?.id)
    if (line) {
      line.quantity += quantity
      line.cost += micros
    } else lines.push({ kind, label, quantity, cost: micros, tool })
    cost += micros
    return micros
  }

  return {
    get cost() {
      return cost
    },
    addStep(stop, ms, random) {
      if (stop.type !== 'wait') activeMs += ms
      if (stop.costKind === 'call') {
        usage.calls += 1
        return add(stop, 'call', 1, stop.price)
      }
      if (stop.costKind === 'code') return add(stop, 'code', ms, ms)
      if (stop.costKind === 'message')
        return add(
          { ...stop, label: stop.label || (channel?.name ?? 'Reply') },
          'message',
          1,
          stop.label === '' ? (channel?.cost ?? 0) : stop.price,
        )
      if (stop.costKind !== 'model') return 0
      const read = random.near(typicalTokens.read * stop.price)
      const written = random.near(typicalTokens.written * stop.price)
      usage.tokens_in += read
      usage.tokens_out += written
      return add(stop, 'model', read + written, Math.round(read * tokenPrice.read + written * tokenPrice.written))
    },
    breakdown: () =>
      JSON.stringify(
        lines.map(({ kind, label, quantity, cost: micros, tool }) => ({
          kind,
          label,
          quantity,
          unit: units[kind],
          cost: formatMicros(BigInt(micros)),
          tool,
        })),
      ),
    usage: () => JSON.stringify({ ...usage, seconds: activeMs / 1000 }),
  }
}
