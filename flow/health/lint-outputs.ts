/** Finds edges from outputs at which a run never leaves a step of our own types. */
import type { Edge, Node } from '#contract/flow.ts'
import { isAttachment } from '#flow/graph/connectivity.ts'
import { isStep, kindOf, outputsInFile, outputsOf } from '#flow/node-kind.ts'
import { listOf } from '#lib/json/json.ts'
import { foreignOutput, unknownOutput } from './finding-codes.ts'
import { quoted, type FindingCollector } from './findings.ts'

/** Whether the outputs of a step are known: those of a condition may come from its tool. */
const hasKnownOutputs = (node: Node): boolean =>
  isStep(node) &&
  !node.disabled &&
  kindOf(node.type) !== 'unknown' &&
  (node.type !== 'condition' || (node.tool === null && listOf(node.config['cases']).length > 0))

/** Outputs of every step: a step of any type may fail, and a condition may have no true case. */
const alwaysKnown = (node: Node): string[] => (node.type === 'condition' ? ['error', 'else'] : ['error'])

/** One finding for each output, at its first edge. `product`: the one that the flow was made for; null = unknown. */
export function checkOutputs(
  nodes: readonly Node[],
  edges: readonly Edge[],
  product: string | null,
  found: FindingCollector,
): void {
  const byId = new Map(nodes.toReversed().map((node) => [node.id, node]))
  const outputs = new Map<Node, Set<string>>()
  for (const edge of edges) {
    const { id, source, source_handle: handle } = edge
    const node = byId.get(source)
    if (handle === null || handle === '' || node === undefined || isAttachment(edge) || !hasKnownOutputs(node)) continue
    const own = outputs.get(node) ?? new Set([...alwaysKnown(node), ...outputsOf(node).map((output) => output.id)])
    outputs.set(node, own)
    if (own.has(handle)) continue
    own.add(handle)
    const [name, output] = [node.name || node.id, outputsInFile(node).find((one) => one.id === handle)?.label ?? handle]
    const [code, message] =
      product === null
        ? [unknownOutput, `${quoted(name)} has no output ${quoted(output)}.`]
        : [foreignOutput, `Runs here do not leave ${quoted(name)} at its output ${quoted(output)}.`]
    found.add('warning', code, message, { node: node.id, edge: id })
  }
}
