/** Where a run goes on after steps of other products once they are switched off or replaced. */
import type { Edge, Node } from '#contract/flow.ts'
import { isAttachment } from '#flow/graph/connectivity.ts'
import { kindOf, outputsOf } from '#flow/node-kind.ts'

/** Outputs used by the edges of each step, without those of attached steps. */
export function usedOutputs(edges: readonly Edge[]): Map<string, Set<string>> {
  const outputs = new Map<string, Set<string>>()
  for (const edge of edges) {
    if (isAttachment(edge)) continue
    const used = outputs.get(edge.source) ?? new Set()
    outputs.set(edge.source, used)
    used.add(edge.source_handle ?? '')
  }
  return outputs
}

/** The single output that a step of another product uses, under that product's name; null = none, or several. */
export function onlyForeignOutput(node: Node, outputs: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const [first, ...others] = outputs.get(node.id) ?? []
  const isOwn = first === '' || first === 'out' || first === 'error'
  return kindOf(node.type) !== 'unknown' || first === undefined || isOwn || others.length > 0 ? null : first
}

/** Output to which a step passes its input when it is switched off, as in the engine. */
function passOutput(node: Node): string {
  const ids = outputsOf(node).map(({ id }) => id)
  return ids.includes('out') ? 'out' : (ids.at(-1) ?? 'out')
}

/** Whether what follows a step runs once it is switched off. */
export function passesOn({ edges }: { edges: readonly Edge[] }): (node: Node) => 'none' | 'continue' | 'stop' {
  const outputs = usedOutputs(edges)
  return (node) => {
    const used = [...(outputs.get(node.id) ?? [])]
    if (used.length === 0) return 'none'
    if (onlyForeignOutput(node, outputs) !== null) return 'continue'
    return used.every((output) => output === '' || output === passOutput(node)) ? 'continue' : 'stop'
  }
}
