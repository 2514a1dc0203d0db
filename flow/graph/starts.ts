/** Steps at which a run may begin, other than triggers: those that engines of other products start. */
import type { Edge, Node } from '#contract/flow.ts'
import type { FormatId } from '#flow/formats/format-titles.ts'
import { isStep, kindOf } from '#flow/node-kind.ts'
import { listOf, recordOf, textOf, type JsonRecord } from '#lib/json/json.ts'
import { isAttachment, stronglyConnectedComponents, successorGraph } from './connectivity.ts'
import { containingSteps } from './containers.ts'
import { noEntries, type Entries } from './parts.ts'

/** Formats of data flows, in which every step runs whose inputs are known. */
const dataFlows: ReadonlySet<string> = new Set<FormatId>(['comfyui', 'comfyui-api', 'langflow', 'rivet'])

/** Steps to which no edge leads, that no step contains, and that are attached to none. */
function openSteps({ nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] }): Node[] {
  const entered = new Set(edges.map((edge) => (isAttachment(edge) ? edge.source : edge.target)))
  const containers = containingSteps(nodes)
  return nodes.filter((node, index) => isStep(node) && containers[index] === -1 && !entered.has(node.id))
}

/**
 * Nodes of Node-RED's own types in loops to which no other edge leads: an input such as "mqtt in" starts a flow even if
 * its settings come by a wire.
 */
function inputsInLoops({ nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] }): Node[] {
  const { next } = successorGraph(nodes, edges)
  const loops = stronglyConnectedComponents(next)
  const entered = new Set<number | undefined>()
  for (const [from, list] of next.entries())
    for (const to of list) if (loops[to] !== loops[from]) entered.add(loops[to])
  return nodes.filter(({ type }, index) => kindOf(type) === 'unknown' && !entered.has(loops[index]))
}

/** The nodes to which the input of a subflow definition of Node-RED leads. */
const subflowInputs = (source: JsonRecord): string[] =>
  listOf(recordOf(source['owner'])['in']).flatMap((input) =>
    listOf(recordOf(input)['wires']).map((wire) => textOf(recordOf(wire)['id'])),
  )

/**
 * The entries of a flow by the format of its file. Kestra begins with the list of tasks, and enters the lists `errors`,
 * `finally`, `afterExecution` and those of listeners later; these are in groups. So does Windmill with its modules and
 * its error handler.
 */
export function entriesOf(flow: { nodes: readonly Node[]; edges: readonly Edge[]; metadata: JsonRecord }): Entries {
  const source = recordOf(flow.metadata['source'])
  const format = textOf(source['format'])
  const idsOf = (steps: readonly Node[]) => steps.map(({ id }) => id)
  if (format === 'node-red') return { main: subflowInputs(source), lists: [], others: idsOf(inputsInLoops(flow)) }
  if (format === 'kestra' || format === 'windmill') {
    const open = openSteps(flow)
    return {
      main: idsOf(open.filter(({ parent }) => parent === null)),
      lists: idsOf(open.filter(({ parent }) => parent !== null)),
      others: [],
    }
  }
  return dataFlows.has(format) ? { main: [], lists: [], others: idsOf(openSteps(flow)) } : noEntries
}
