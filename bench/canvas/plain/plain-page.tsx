/**
 * A competent first implementation with React Flow: all nodes passed to it, memoised components, its own background,
 * controls and minimap. The baseline for the product, so it must not be needlessly slow.
 */
import {
  Background,
  Controls,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useEdgesState,
  useNodesInitialized,
  useNodesState,
  useReactFlow,
  type Edge,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useEffect, useState } from 'react'
import { elementsOf, type PlainFlow, type PlainNode } from './elements.ts'
import { nodeTypes } from './plain-node.tsx'
import './plain.css'

const query = new URLSearchParams(location.search)
const onlyVisible = query.has('visible')

/** Marks, in the task after the frame, that the fitted flow is on the screen. */
function useFittedMark(count: number): void {
  const ready = useNodesInitialized()
  const flow = useReactFlow()
  useEffect(() => {
    if (!ready) return
    requestAnimationFrame(() => {
      // React Flow fits the view in the frame that measures the last node; the next frame shows it.
      requestAnimationFrame(() =>
        setTimeout(() => performance.mark('flow:fitted', { detail: { nodes: count, ...flow.getViewport() } })),
      )
    })
  }, [ready, count, flow])
}

function Plain({ nodes: flowNodes, edges: lines }: { nodes: PlainNode[]; edges: Edge[] }) {
  const [nodes, , onNodesChange] = useNodesState(flowNodes)
  const [edges, , onEdgesChange] = useEdgesState(lines)
  useFittedMark(flowNodes.length)
  return (
    <ReactFlow
      nodes={nodes}
      edges={edges}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      nodeTypes={nodeTypes}
      nodesDraggable={false}
      nodesConnectable={false}
      edgesFocusable={false}
      onlyRenderVisibleElements={onlyVisible}
      minZoom={0.001}
      fitView
    >
      <Background />
      <Controls />
      <MiniMap />
    </ReactFlow>
  )
}

export function PlainPage() {
  const [elements, setElements] = useState<{ nodes: PlainNode[]; edges: Edge[] } | null>(null)
  useEffect(() => {
    const load = async () => {
      const answer = await fetch(`/api/flow/${query.get('flow') ?? ''}/`)
      const flow: PlainFlow = await answer.json()
      setElements(elementsOf(flow))
    }
    void load()
  }, [])
  const [left = 0, top = 0, width = 0, height = 0] = (query.get('box') ?? '').split(',').map(Number)
  return (
    <div className="box" style={{ left, top, width, height }}>
      {elements !== null && (
        <ReactFlowProvider>
          <Plain {...elements} />
        </ReactFlowProvider>
      )}
    </div>
  )
}
