/** Converts a flow of the service to React Flow's data. */
import type { Edge, Node } from '@xyflow/react'
import type { Edge as FlowEdge, Node as FlowNode } from '#contract/flow.ts'

export interface PlainFlow {
  nodes: FlowNode[]
  edges: FlowEdge[]
}

export type PlainNode = Node<{ name: string; type: string; summary: string; outputs: string[] }, 'card' | 'frame'>

function summaryOf({ config }: FlowNode): string {
  const [first] = Object.values(config)
  return typeof first === 'string' ? first : JSON.stringify(config)
}

/** Nodes with the outputs that their edges name. */
export function elementsOf(flow: PlainFlow): { nodes: PlainNode[]; edges: Edge[] } {
  const outputs = new Map<string, Set<string>>()
  for (const { source, source_handle: handle } of flow.edges) {
    const known = outputs.get(source)
    if (known === undefined) outputs.set(source, new Set([handle ?? 'out']))
    else known.add(handle ?? 'out')
  }
  const nodes = flow.nodes.map((node): PlainNode => {
    const isFrame = node.type === 'group'
    return {
      id: node.id,
      type: isFrame ? 'frame' : 'card',
      position: node.position ?? { x: 0, y: 0 },
      ...(node.parent === null ? {} : { parentId: node.parent }),
      ...(isFrame && node.size !== null ? { style: node.size, zIndex: -1 } : {}),
      data: {
        name: node.name,
        type: node.type,
        summary: summaryOf(node),
        outputs: [...(outputs.get(node.id) ?? ['out'])],
      },
    }
  })
  const edges = flow.edges.map((edge): Edge => ({
    id: edge.id,
    source: edge.source,
    target: edge.target,
    sourceHandle: edge.source_handle ?? 'out',
  }))
  return { nodes, edges }
}
