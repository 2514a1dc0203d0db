/** Paths of runs through a flow: computed once from its nodes and edges, then reused. */
import type { Node } from '#contract/flow.ts'
import type { FlowDocument } from '#server/store/flows/flow-document.ts'
import { isRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'
import { Random } from '#server/sample/random.ts'
import { sampleChannels } from '#server/sample/channels.ts'
import { sampleTools } from '#server/sample/tools.ts'

/** A node with its cost and duration, computed once. */
export interface Stop {
  id: string
  name: string
  type: string
  /** Kind of cost: model tokens, calls, milliseconds of code, messages; null = free. */
  pays: 'model' | 'call' | 'code' | 'message' | null
  /** Label in cost lists: name of the tool or of the channel; '' = the run's channel. */
  label: string
  /** Keys of the tools to whose totals a step is added. */
  tools: string[]
  /** Micros per call or message; for a model, a factor for its number of tokens. */
  price: number
  /** Typical duration in milliseconds. */
  typicalMs: number
  retries: boolean
  /** Id of the started flow. */
  starts: string | null
  disabled: boolean
  outs: { handle: string; to: number }[]
  cases: string[]
}

/** One step of a path: node, output, and whether it failed. */
export interface StepPace {
  stop: Stop
  handle: string | null
  failed: boolean
}

export interface Ways {
  succeeded: StepPace[][]
  /** Paths whose last step fails. Empty if nothing can fail. */
  failed: StepPace[][]
}

/** Paths through one flow. */
export interface FlowPaths {
  /** Kinds of the flow's triggers. */
  kinds: string[]
  ways: (kind: string) => Ways
}

/** Number of paths of each kind, enough that two runs are rarely alike. */
const waysWalked = { succeeded: 24, failed: 8 }
/** Maximum rounds of a loop, and steps of a path. */
const maxLaps = 3
const maxPaces = 120
/** Share of steps that continue at their error output. */
const detour = 0.05

const typicalMs = {
  trigger: 1,
  condition: 1,
  transform: 6,
  code: 18,
  api: 420,
  agent: 2600,
  message: 190,
  subflow: 60,
  wait: 0,
}
/** Default `max_tokens` of agents. */
const defaultMaxTokens = 800
const toolOf = new Map(sampleTools.map((tool) => [tool.key, tool]))
const channelOf = new Map(sampleChannels.map((channel) => [channel.key, channel]))

/** Computes the paths of a flow. The same document and seed yield the same paths. */
export function flowPathsOf(seed: string, document: Pick<FlowDocument, 'nodes' | 'edges'>): FlowPaths {
  const nodes = document.nodes.filter((node) => node.type !== 'group' && node.type !== 'note')
  const index = new Map(nodes.map((node, at) => [node.id, at]))
  const stops = nodes.map(stopOf)
  for (const edge of document.edges) {
    const to = index.get(edge.target)
    if (to !== undefined) stops[index.get(edge.source) ?? -1]?.outs.push({ handle: edge.source_handle ?? 'out', to })
  }
  const triggers = nodes.flatMap((node, at) =>
    node.type === 'trigger' ? [{ kind: textOf(node.config['kind']), at }] : [],
  )
  const walked = new Map<string, Ways>()
  return {
    kinds: triggers.map((trigger) => trigger.kind),
    ways: (kind) => {
      const known = walked.get(kind)
      if (known) return known
      const start = triggers.find((trigger) => trigger.kind === kind) ?? triggers[0]
      const ways = walkAll(stops, start?.at ?? 0, new Random(`ways ${seed} ${kind}`))
      walked.set(kind, ways)
      return ways
    },
  }
}

function stopOf(node: Node): Stop {
  const { config } = node
  return {
    id: node.id,
    name: node.name,
    type: node.type,
    pays: null,
    label: node.name,
    tools: [...new Set([node.tool ?? '', ...listOf(config['tools']).map(textOf)])].filter((key) => key !== ''),
    price: 0,
    typicalMs: typicalMsOf(node.type),
    retries: isRecord(config['retry']),
    starts: node.type === 'subflow' ? textOf(config['flow']) : null,
    disabled: node.disabled,
    outs: [],
    cases: listOf(config['cases']).map((each) => textOf(recordOf(each)['id'])),
    ...priceOf(node),
  }
}

const typicalMsOf = (type: string): number => Object.entries(typicalMs).find(([name]) => name === type)?.[1] ?? 1

/** Duration and cost of a node, if its type has specific ones. */
function priceOf(node: Node): Partial<Stop> {
  const { config, type } = node
  if (type === 'code') return { pays: 'code', label: 'Code' }
  if (type === 'wait') return { typicalMs: waitOf(node) }
  if (type === 'api') {
    const tool = toolOf.get(node.tool ?? '')
    return { pays: 'call', label: tool?.name ?? node.name, price: tool?.cost ?? 0 }
  }
  if (type === 'agent') {
    const size = (numberOf(config['max_tokens']) ?? defaultMaxTokens) / defaultMaxTokens
    return { pays: 'model', label: 'Model', price: size, typicalMs: typicalMs.agent * size }
  }
  if (type !== 'message') return {}
  const channel = channelOf.get(textOf(config['channel']))
  return { pays: 'message', label: channel?.name ?? '', price: channel?.cost ?? 0 }
}

/** Duration of a wait node: its seconds; for a reply, a small part of its timeout; for a time, nine hours. */
function waitOf({ config }: Node): number {
  const seconds = numberOf(config['seconds'])
  if (seconds !== null) return seconds * 1000
  const longest = numberOf(config['timeout_s'])
  return longest === null ? 9 * 3_600_000 : (longest * 1000) / 40
}

function walkAll(stops: readonly Stop[], start: number, random: Random): Ways {
  const ways: Ways = { succeeded: [], failed: [] }
  for (let count = 0; count < waysWalked.succeeded; count += 1) ways.succeeded.push(walk(stops, start, random))
  for (let tries = 0; tries < waysWalked.failed * 3 && ways.failed.length < waysWalked.failed; tries += 1) {
    const way = walk(stops, start, random)
    const weak = way.flatMap((pace, at) => (canFail(pace.stop) && !pace.failed ? [at] : []))
    if (weak.length === 0) continue
    const last = random.pick(weak)
    ways.failed.push(
      way.slice(0, last + 1).map((pace, at) => (at === last ? { ...pace, handle: null, failed: true } : pace)),
    )
  }
  return ways
}

/** Whether a run can fail at a node. With an error branch, the run continues there instead. */
const canFail = ({ type, outs }: Stop): boolean =>
  ['api', 'agent', 'code', 'message', 'subflow', 'transform'].includes(type) &&
  !outs.some((out) => out.handle === 'error')

function walk(stops: readonly Stop[], start: number, random: Random): StepPace[] {
  const way: StepPace[] = []
  let seen = new Set<number>([start])
  let laps = 1
  const queue = [start]
  for (let at = queue.shift(); at !== undefined && way.length < maxPaces; at = queue.shift()) {
    const stop = stops[at]
    if (!stop) continue
    const handle = stop.disabled ? 'out' : leaveBy(stop, random)
    if (!stop.disabled) way.push({ stop, handle, failed: handle === 'error' })
    for (const { to } of stop.outs.filter((out) => out.handle === handle)) {
      if (seen.has(to)) {
        // A node after joining branches is visited once; an edge back starts a new round.
        if (queue.length > 0 || laps === maxLaps || !way.some((pace) => pace.stop === stops[to])) continue
        laps += 1
        seen = new Set()
      }
      seen.add(to)
      queue.push(to)
    }
  }
  return way
}

function leaveBy({ type, cases, outs }: Stop, random: Random): string {
  if (type === 'condition')
    return random.weighted([...cases.map((each, at) => [each, at === 0 ? 5 : 2] as const), ['else', 1.5] as const])
  const has = (handle: string) => outs.some((out) => out.handle === handle)
  if (type === 'wait') return has('timeout') && random.chance(0.2) ? 'timeout' : 'out'
  return has('error') && random.chance(detour) ? 'error' : 'out'
}
