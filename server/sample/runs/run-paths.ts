/** Paths of runs through a flow: computed once from its nodes and edges, then reused. */
import type { Node } from '#contract/flow.ts'
import type { Ref } from '#contract/kernel/page.ts'
import type { FlowDocument } from '#server/store/flows/flow-document.ts'
import { isRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'
import { Random } from '#server/sample/random.ts'
import { sampleInputOf } from '#server/sample/flows/sample-input.ts'
import { sampleChannels } from '#server/sample/channels.ts'
import { sampleToolId, sampleTools } from '#server/sample/tools.ts'

/** A node with its cost and duration, computed once. */
export interface PathNode {
  id: string
  name: string
  type: string
  /** Kind of cost: model tokens, calls, milliseconds of code, messages; null = free. */
  costKind: 'model' | 'call' | 'code' | 'message' | null
  /** Label in cost lists: tool, channel, “Code”, model, or the node's name; '' = the run's channel. */
  label: string
  /** The tool whose use costs this; null = none. */
  costTool: Ref | null
  /** Keys of the tools to whose totals a step is added. */
  tools: string[]
  /** Micros per call or message; for a model, a factor for its number of tokens. */
  price: number
  /** Typical duration in milliseconds. */
  typicalMs: number
  retries: boolean
  /** Id of the flow that a subflow node starts; else null. */
  startsFlow: string | null
  disabled: boolean
  /** JSON input of a run that starts here; null if it is no trigger. */
  input: string | null
  outgoing: { handle: string; to: number }[]
  cases: string[]
}

/** One step of a path: node, output, and whether it failed. */
export interface PathStep {
  node: PathNode
  handle: string | null
  failed: boolean
}

export interface RunPathSet {
  /** The trigger. */
  start: PathNode | null
  succeeded: PathStep[][]
  /** Paths whose last step fails. Empty if nothing can fail. */
  failed: PathStep[][]
}

/** Paths through one flow. */
export interface FlowPaths {
  /** Kinds of the flow's triggers. */
  triggerKinds: string[]
  pathsFor: (kind: string) => RunPathSet
}

/** Number of paths of each kind, enough that two runs are rarely alike. */
const pathCounts = { succeeded: 24, failed: 8 }
/** Maximum rounds of a loop, and steps of a path. */
const maxRounds = 3
const maxPathSteps = 120
/** Share of steps with an error output that continue there. */
const errorBranchShare = 0.05

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
  const pathNodes = nodes.map(pathNodeOf)
  for (const edge of document.edges) {
    const to = index.get(edge.target)
    if (to !== undefined)
      pathNodes[index.get(edge.source) ?? -1]?.outgoing.push({ handle: edge.source_handle ?? 'out', to })
  }
  const triggers = nodes.flatMap((node, at) =>
    node.type === 'trigger' ? [{ kind: textOf(node.config['kind']), at }] : [],
  )
  const pathsByKind = new Map<string, RunPathSet>()
  return {
    triggerKinds: triggers.map((trigger) => trigger.kind),
    pathsFor: (kind) => {
      const known = pathsByKind.get(kind)
      if (known) return known
      const start = triggers.find((trigger) => trigger.kind === kind) ?? triggers[0]
      const paths = samplePaths(pathNodes, start?.at ?? 0, new Random(`ways ${seed} ${kind}`))
      pathsByKind.set(kind, paths)
      return paths
    },
  }
}

function pathNodeOf(node: Node): PathNode {
  const { config } = node
  const tool = toolOf.get(node.tool ?? '')
  return {
    id: node.id,
    name: node.name,
    type: node.type,
    costKind: null,
    label: node.name,
    costTool: tool === undefined ? null : { id: sampleToolId(tool.key), name: tool.name },
    tools: [...new Set([node.tool ?? '', ...listOf(config['tools']).map(textOf)])].filter((key) => key !== ''),
    price: 0,
    typicalMs: typicalMsOf(node.type),
    retries: isRecord(config['retry']),
    startsFlow: node.type === 'subflow' ? textOf(config['flow']) : null,
    disabled: node.disabled,
    input: node.type === 'trigger' ? JSON.stringify(sampleInputOf(config)) : null,
    outgoing: [],
    cases: listOf(config['cases']).map((each) => textOf(recordOf(each)['id'])),
    ...priceOf(node),
  }
}

const typicalMsOf = (type: string): number => Object.entries(typicalMs).find(([name]) => name === type)?.[1] ?? 1

/** Duration and cost of a node, if its type has specific ones. */
function priceOf(node: Node): Partial<PathNode> {
  const { config, type } = node
  if (type === 'code') return { costKind: 'code', label: 'Code' }
  if (type === 'wait') return { typicalMs: waitOf(node) }
  if (type === 'api') {
    const tool = toolOf.get(node.tool ?? '')
    return { costKind: 'call', label: tool?.name ?? node.name, price: tool?.cost ?? 0 }
  }
  if (type === 'agent') {
    const size = (numberOf(config['max_tokens']) ?? defaultMaxTokens) / defaultMaxTokens
    return { costKind: 'model', label: textOf(config['model']), price: size, typicalMs: typicalMs.agent * size }
  }
  if (type !== 'message') return {}
  const channel = channelOf.get(textOf(config['channel']))
  return { costKind: 'message', label: channel?.name ?? '', price: channel?.cost ?? 0 }
}

/** Duration of a wait node in ms: its seconds, else a small part of its timeout, else nine hours. */
function waitOf({ config }: Node): number {
  const seconds = numberOf(config['seconds'])
  if (seconds !== null) return seconds * 1000
  const longest = numberOf(config['timeout_s'])
  return longest === null ? 9 * 3_600_000 : (longest * 1000) / 40
}

function samplePaths(pathNodes: readonly PathNode[], start: number, random: Random): RunPathSet {
  const paths: RunPathSet = { start: pathNodes[start] ?? null, succeeded: [], failed: [] }
  for (let count = 0; count < pathCounts.succeeded; count += 1)
    paths.succeeded.push(samplePath(pathNodes, start, random))
  for (let tries = 0; tries < pathCounts.failed * 3 && paths.failed.length < pathCounts.failed; tries += 1) {
    const path = samplePath(pathNodes, start, random)
    const failable = path.flatMap((step, at) => (canFail(step.node) && !step.failed ? [at] : []))
    if (failable.length === 0) continue
    const last = random.pick(failable)
    paths.failed.push(
      path.slice(0, last + 1).map((step, at) => (at === last ? { ...step, handle: null, failed: true } : step)),
    )
  }
  return paths
}

/** Whether a run can fail at a node. With an error branch, the run continues there instead. */
const canFail = ({ type, outgoing }: PathNode): boolean =>
  ['api', 'agent', 'code', 'message', 'subflow', 'transform'].includes(type) &&
  !outgoing.some((out) => out.handle === 'error')

function samplePath(pathNodes: readonly PathNode[], start: number, random: Random): PathStep[] {
  const path: PathStep[] = []
  let visited = new Set<number>([start])
  let rounds = 1
  const queue = [start]
  for (let at = queue.shift(); at !== undefined && path.length < maxPathSteps; at = queue.shift()) {
    const node = pathNodes[at]
    if (!node) continue
    const handle = node.disabled ? 'out' : chooseHandle(node, random)
    if (!node.disabled) path.push({ node, handle, failed: handle === 'error' })
    for (const { to } of node.outgoing.filter((out) => out.handle === handle)) {
      if (visited.has(to)) {
        // A node after joining branches is visited once; an edge back starts a new round.
        if (queue.length > 0 || rounds === maxRounds || !path.some((step) => step.node === pathNodes[to])) continue
        rounds += 1
        visited = new Set()
      }
      visited.add(to)
      queue.push(to)
    }
  }
  return path
}

function chooseHandle({ type, cases, outgoing }: PathNode, random: Random): string {
  if (type === 'condition')
    return random.weighted([...cases.map((each, at) => [each, at === 0 ? 5 : 2] as const), ['else', 1.5] as const])
  const has = (handle: string) => outgoing.some((out) => out.handle === handle)
  if (type === 'wait') return has('timeout') && random.chance(0.2) ? 'timeout' : 'out'
  return has('error') && random.chance(errorBranchShare) ? 'error' : 'out'
}
