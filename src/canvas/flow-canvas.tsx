import { ReactFlow, ReactFlowProvider, useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { lazy, Suspense, useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { CanvasControls, DotGrid, Zoom, type CanvasMoves } from './canvas-controls.tsx'
import type { CanvasGraph } from './canvas-graph.ts'
import type { Placement } from './placement.ts'
import type { Direction } from '#flow/paths.ts'
import './canvas.css'
import './canvas-detail.css'
import './canvas-found.css'
import './canvas-run.css'
import { edgeTypes } from './course-edge.tsx'
import { detailOf, readable } from './detail.ts'
import { minZoom } from './first-view.ts'
import { ariaLabels } from './aria-labels.ts'
import { elementId, nodeLabel, runWords, type FlowElements, type Marked } from './flow-elements.ts'
import { MiniMap } from './mini-map.tsx'
import { nodeTypes } from './node-card.tsx'
import type { LaidRun } from './run-strip.ts'
import { useShown } from './use-shown.ts'
import { useWindow } from './use-window.ts'
import { stepWords, stillWords } from './walk-words.ts'
import { walk, type Step } from './walk.ts'

interface FlowCanvasProps {
  /** Id of the flow. */
  id: string
  /** Name of the flow. */
  name: string
  graph: CanvasGraph
  placement: Placement
  /** Null where there is only one placement. */
  onPlacement: ((placement: Placement) => void) | null
  /** The node whose details are open. */
  open: string | null
  onOpen: (id: string | null) => void
  /** What the keyboard walks over: the open node, or another one (`useChosenNode`). */
  chosen: string | null
  onChoose: (id: string | null) => void
  /** Ids of what was found: the rest is dimmed. Null = nothing is looked for. */
  found?: ReadonlySet<string> | null
  /** What is drawn as the chosen path in the place of the chosen node's edges. */
  marked: Marked | null
  /** Shift and an arrow: everything that leads to a node or follows it; null clears the path. */
  onPath: (from: string | null, direction: Direction) => void
  /** The run that is laid over the flow. */
  laid: LaidRun | null
  /** Changes how the elements look, such as for a difference of two versions; stays the same function. */
  dress?: (elements: FlowElements) => FlowElements
  /** What is drawn with the flow, in its coordinates. */
  children?: ReactNode
  /** False would let nodes be moved and joined. */
  readOnly?: boolean
}

/** Most flows are small enough to be mounted as a whole. */
const Painting = lazy(async () => ({ default: (await import('./painting.tsx')).Painting }))

const maxZoom = 2.5
/** Below this the name of a chosen card has less than 8 px: it is brought nearer. */
const legible = 0.4
/** Keys, focus and selection are ours: React Flow has only what is mounted. */
const ours = {
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  elevateNodesOnSelect: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  zoomOnDoubleClick: false,
  ariaLabelConfig: ariaLabels,
}
const stepOfKey: Record<string, Step> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'above',
  ArrowDown: 'below',
}

const directionOf: Record<string, Direction> = { ArrowLeft: 'upstream', ArrowRight: 'downstream' }

const motionMs = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 240)

/** Moves the window to the chosen node where it is out of sight or too small to read. */
function useInSight(graph: CanvasGraph, chosen: string | null, onMove: () => void): void {
  const flow = useReactFlow()
  const store = useStoreApi()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const ready = width > 0 && height > 0
  useEffect(() => {
    const box = graph.nodes.find((one) => one.node.id === chosen)?.box
    if (box === undefined || !ready) return
    // A frame later: the fit of a page that just opened comes first.
    const frame = requestAnimationFrame(() => {
      const [x, y, zoom] = store.getState().transform
      const [left, top] = [box.x * zoom + x, box.y * zoom + y]
      const inside =
        left >= 8 && top >= 8 && left + box.width * zoom <= width - 8 && top + box.height * zoom <= height - 8
      if (inside && zoom >= legible) return
      onMove()
      const nearer = Math.max(zoom, readable)
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: nearer, duration: motionMs() })
    })
    return () => cancelAnimationFrame(frame)
  }, [graph, chosen, ready, width, height, flow, store, onMove])
}

/** Says what is chosen, and how the walk came there, to those who do not see it. */
function Spoken({
  graph,
  chosen,
  laid,
  walked,
}: {
  graph: CanvasGraph
  chosen: string | null
  laid: LaidRun | null
  walked: string
}) {
  const card = graph.nodes.find((one) => one.node.id === chosen)
  const words = card === undefined ? [walked] : [walked || nodeLabel(card), runWords(card, laid)]
  return (
    <p className="sr-only" aria-live="polite">
      {words.filter((part) => part !== '').join(', ')}
    </p>
  )
}

function Canvas(props: FlowCanvasProps) {
  const { id, name, graph, placement, onPlacement, open, onOpen, chosen, onChoose } = props
  const { found = null, marked, onPath, laid, children, readOnly = true } = props
  const prefix = useId()
  const flow = useReactFlow()
  const detail = useStore((state) => detailOf(state.transform[2]))
  // How the walk came to a node, in words.
  const [walked, setWalked] = useState({ id: chosen, words: '' })
  const { nodes, edges, painted } = useShown({ ...props, found }, prefix)
  const { fit, hold } = useWindow(`${id} ${placement}`, graph, open !== null)
  useInSight(graph, chosen, hold)

  /** A move that a person makes: the window stays there. */
  const byHand = (move: () => void) => () => {
    hold()
    move()
  }
  const moves: CanvasMoves = {
    zoomIn: byHand(() => void flow.zoomIn({ duration: motionMs() })),
    zoomOut: byHand(() => void flow.zoomOut({ duration: motionMs() })),
    fit: () => fit(motionMs()),
  }
  const choose = (node: string | null, words = '') => {
    setWalked({ id: node, words })
    onChoose(node)
    if (open !== null && node !== open) onOpen(node)
  }
  const press = (node: string | null) => {
    if (node === null) return choose(null)
    onChoose(node)
    onOpen(node)
  }
  const takeStep = (step: Step) => {
    const next = walk(graph, chosen, step)
    const card = graph.nodes.find((one) => one.node.id === (next?.id ?? chosen))
    choose(next?.id ?? chosen, next === null || card === undefined ? stillWords(card, step) : stepWords(card, next))
  }
  const keys: Record<string, () => void> = {
    '0': moves.fit,
    '1': byHand(() => void flow.zoomTo(1, { duration: motionMs() })),
    '+': moves.zoomIn,
    '=': moves.zoomIn,
    '-': moves.zoomOut,
    Enter: () => chosen !== null && onOpen(chosen),
    Escape: () => (marked === null ? choose(null) : onPath(null, 'upstream')),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = stepOfKey[event.key]
    const direction = event.shiftKey ? directionOf[event.key] : undefined
    const act =
      direction !== undefined
        ? () => onPath(chosen, direction)
        : step === undefined
          ? keys[event.key]
          : () => takeStep(step)
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  const at = graph.nodes.findIndex((one) => one.node.id === chosen)
  const cards = graph.nodes.filter((one) => one.kind !== 'group' && one.kind !== 'note').length
  return (
    <div className={found === null ? 'canvas' : 'canvas finding'} data-detail={detail}>
      <DotGrid />
      <Suspense>{painted !== null && <Painting graph={graph} dress={painted.dress} />}</Suspense>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onMoveStart={(event) => event !== null && hold()}
        minZoom={minZoom}
        maxZoom={maxZoom}
        nodesDraggable={!readOnly}
        nodesConnectable={!readOnly}
        edgesReconnectable={!readOnly}
        {...ours}
        onNodeClick={(_event, node) => press(node.data.card.node.id)}
        onPaneClick={(event) => press(painted?.nodeAt(event) ?? null)}
        onPaneMouseMove={painted?.onHover}
        tabIndex={0}
        aria-label={`Canvas of ${name}: ${cards} nodes, ${graph.edgeCount} edges. Arrow keys walk along the edges, with Shift they show what comes before and after, Enter opens details.`}
        aria-activedescendant={at >= 0 ? elementId(prefix, at) : undefined}
        onKeyDown={onKeyDown}
      >
        {children}
      </ReactFlow>
      <div className="canvas-controls">
        <CanvasControls moves={moves} placement={placement} onPlacement={onPlacement} />
        <MiniMap
          graph={graph}
          chosen={chosen}
          laid={laid}
          found={found}
          onMove={(x, y) => {
            hold()
            void flow.setCenter(x, y, { zoom: flow.getZoom() })
          }}
        />
        <Zoom />
      </div>
      <Spoken graph={graph} chosen={chosen} laid={laid} walked={walked.id === chosen ? walked.words : ''} />
    </div>
  )
}

/** A flow on React Flow, to look at. It fills its parent. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}
