/** Applies choices to a flow before it is imported. Linear, not recursive; leaves the given flow unchanged. */
import type { Edge, Node } from '#contract/flow.ts'
import { isRecord, listOf, type JsonRecord } from '#lib/json/json.ts'
import { onlyForeignOutput, usedOutputs } from './followers.ts'
import { choiceOf, type StepChoice, type StepChoices } from './step-choices.ts'
import { memberGroups, type ForeignMember } from './step-groups.ts'

interface GraphParts {
  nodes: Node[]
  edges: Edge[]
}

type ToolChoice = Extract<StepChoice, { kind: 'tool' }>

/** The step as it was, which exports and later repairs need. */
const originalOf = ({ type, config }: Node): JsonRecord =>
  isRecord(config['original']) ? config['original'] : { ...config, type }

const toolStep = (node: Node, { key, category }: ToolChoice): Node => ({
  ...node,
  type: category,
  tool: key,
  config: { original: originalOf(node) },
})

function withAgentTool(node: Node, key: string): Node {
  const tools = listOf(node.config['tools'])
  return tools.includes(key) ? node : { ...node, config: { ...node.config, tools: [...tools, key] } }
}

/** Switches off the parts whose owners are all switched off or replaced, and the parts of these parts. */
function settleParts(parts: readonly ForeignMember[], settled: Set<number>): ForeignMember[] {
  const openOwners = new Map<number, number>()
  const partsOf = new Map<number, ForeignMember[]>()
  for (const part of parts) {
    openOwners.set(part.index, part.owners.length)
    for (const owner of part.owners) {
      const list = partsOf.get(owner) ?? []
      partsOf.set(owner, list)
      list.push(part)
    }
  }
  const found: ForeignMember[] = []
  const open = [...settled]
  for (let owner = open.pop(); owner !== undefined; owner = open.pop()) {
    for (const part of partsOf.get(owner) ?? []) {
      const rest = (openOwners.get(part.index) ?? 0) - 1
      openOwners.set(part.index, rest)
      if (rest > 0 || settled.has(part.index)) continue
      settled.add(part.index)
      found.push(part)
      open.push(part.index)
    }
  }
  return found
}

/**
 * The flow with the choices. Parts of steps of the other product are switched off together with those, unless their own
 * group has a choice.
 */
export function applyChoices(flow: GraphParts, product: string | null, choices: StepChoices): GraphParts {
  const nodes = [...flow.nodes]
  const settled = new Set<number>()
  const parts: ForeignMember[] = []
  const change = (index: number, changed: (node: Node) => Node) => {
    const node = nodes[index]
    if (node !== undefined) nodes[index] = changed(node)
  }
  const switchOff = ({ index }: Pick<ForeignMember, 'index'>) => change(index, (node) => ({ ...node, disabled: true }))
  for (const group of memberGroups(flow, product)) {
    const choice = choiceOf(choices, group)
    for (const member of group.members) {
      if (choice === null && member.role === 'part') parts.push(member)
      if (choice === null || choice.kind === 'keep' || choice.kind === 'convert') continue
      settled.add(member.index)
      if (choice.kind === 'tool' && member.role === 'step') {
        change(member.index, (node) => toolStep(node, choice))
        continue
      }
      switchOff(member)
      if (choice.kind === 'tool' && member.role === 'agent tool')
        for (const owner of member.owners) change(owner, (node) => withAgentTool(node, choice.key))
    }
  }
  for (const part of settleParts(parts, settled)) switchOff(part)
  return { nodes, edges: settled.size === 0 ? flow.edges : withOwnOutputs(flow, settled) }
}

/** Edges of the changed steps leave them at our output, if they have only one in their product. */
function withOwnOutputs({ nodes, edges }: GraphParts, changed: ReadonlySet<number>): Edge[] {
  const outputs = usedOutputs(edges)
  const renamed = new Map(
    [...changed].flatMap((index) => {
      const node = nodes[index]
      const output = node === undefined ? null : onlyForeignOutput(node, outputs)
      return node === undefined || output === null ? [] : [[node.id, output] as const]
    }),
  )
  if (renamed.size === 0) return edges
  return edges.map((edge) =>
    edge.source_handle !== null && renamed.get(edge.source) === edge.source_handle
      ? { ...edge, source_handle: 'out' }
      : edge,
  )
}
