import { ReactFlow, ReactFlowProvider, useReactFlow, useStore, type ReactFlowProps, type Viewport } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import {
  Suspense,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { PathDirection } from '#flow/graph/paths.ts'
import { count } from '#lib/count.ts'
import { signal, type Signal } from '#lib/signal.ts'
import { CanvasControls, DotGrid, Zoom, type CanvasMoves } from './canvas-controls.tsx'
import './canvas.css'
import './canvas-detail.css'
import './canvas-find.css'
import './canvas-run.css'
import { detailOf } from '#canvas/geometry/detail.ts'
import type { ChangeMarks } from '#canvas/model/diff-marks.ts'
import { tileAt } from '#canvas/model/tile-box.ts'
import { DiffLayer } from './diff-layer.tsx'
import { emphasisOf, neighboursOf, type MarkedPath } from '#canvas/scene/node-emphasis.ts'
import { minZoom } from '#canvas/scene/viewport.ts'
import { elementId } from '#canvas/cards/flow-elements.ts'
import { hitTest } from '#canvas/scene/hit-test.ts'
import { MiniMap } from './mini-map.tsx'
import { nodeTypes } from '#canvas/cards/node-card.tsx'
import { PaintedLayer } from './painted-layer.tsx'
import type { Placement } from '#canvas/model/placement.ts'
import type { CanvasRunOverlay } from '#canvas/model/run-strip.ts'
import { idAt, isFrameAt, nodeIndexOf, type Scene } from '#canvas/scene/scene.ts'
import { SelectArea } from '#canvas/selection/select-area.tsx'
import { SelectionStrip } from '#canvas/selection/selection-strip.tsx'
import { LiveRegion, type ArrowMove } from '#canvas/selection/live-region.tsx'
import { useNodeInView, motionMs } from '#canvas/selection/use-node-in-view.ts'
import { useAreaSelection, type CanvasSelection } from '#canvas/selection/use-area-selection.ts'
import { useTrackpad } from './trackpad.ts'
import { useCanvasViewport } from './use-canvas-viewport.ts'
import { usePageKeys } from './use-page-keys.ts'
import { useViewLink, type ViewLink } from './view-link.ts'
import { followArrow, type ArrowStep } from '#canvas/selection/arrow-navigation.ts'
import { useCardNodes } from '#canvas/cards/use-mounted-cards.ts'
import { lazyModule } from '#ui/browser/lazy-module.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Needed once the pointer is over the canvas or the outline. */
const hoverCode = lazyModule(() => import('./hover-layer.tsx'))
const HoverLayer = lazyPart(async () => (await hoverCode.load()).HoverLayer, { Missing: () => null })

interface FlowCanvasProps {
  id: string
  name: string
  scene: Scene
  placement: Placement
  /** Storage name of the flow, under which it is remembered what the user chose to see of it; null = it is not. */
  storageName?: string | null
  /** Additional buttons beside the zoom buttons. */
  controls?: ReactNode
  /** The node whose details are open. */
  open: string | null
  onOpen: (id: string | null) => void
  /** The node at the keyboard cursor: the open node, or another one (`useChosenNode`). */
  chosen: string | null
  onChoose: (id: string | null) => void
  /** Called when an edge is clicked, with its index in the flow's list. */
  onEdge?: (index: number) => void
  /** Indexes of the search hits; nodes that are neither hits, chosen nor marked are dimmed. Null = no search. */
  found?: ReadonlySet<number> | null
  /** A path that is highlighted in place of the chosen node's edges. */
  marked: MarkedPath | null
  /** Selection of several nodes; null if it is not available. */
  selection: CanvasSelection | null
  /** Shift+Left or Shift+Right: marks all ancestors or descendants of a node; null clears the path. */
  onPath: (from: string | null, direction: PathDirection) => void
  runOverlay: CanvasRunOverlay | null
  changes?: ChangeMarks | null
  /** The index of the hovered node, on the canvas or elsewhere on the page; -1 = none. */
  hovered?: Signal<number>
  /** Other canvases whose viewports move with this one. */
  link?: ViewLink | null
}

const maxZoom = 2.5
/** Tolerance of the pointer around a card or an edge; screen pixels. */
const pointerTolerance = 6
/** Keys, focus and selection are handled here: React Flow only has the mounted nodes. */
const reactFlowOptions = {
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  edgesFocusable: false,
  elementsSelectable: false,
  elevateNodesOnSelect: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  zoomOnDoubleClick: false,
}
const stepOfKey: Record<string, ArrowStep> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'above',
  ArrowDown: 'below',
}
const directionOf: Record<string, PathDirection> = { ArrowLeft: 'upstream', ArrowRight: 'downstream' }

interface HoveredPart {
  node: number
  edge: number
}

/** The node, else the edge, under the pointer. */
function usePointed(scene: Scene) {
  const flow = useReactFlow()
  return ({ clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>): HoveredPart => {
    const at = flow.screenToFlowPosition({ x: clientX, y: clientY })
    const zoom = flow.getZoom()
    const within = pointerTolerance / zoom
    const node = hitTest(scene, at, within, { tile: tileAt(zoom, scene.spacing), areas: scene.hitAreas.get() })
    return { node, edge: node === -1 ? (hoverCode.get()?.hitEdge(scene, at, within, zoom) ?? -1) : -1 }
  }
}

/** The hovered node and edge, and the handlers with which the pointer sets them. */
function useHover(
  scene: Scene,
  given: Signal<number> | undefined,
  { pointed, isPointer }: { pointed: ReturnType<typeof usePointed>; isPointer: (part: HoveredPart) => boolean },
) {
  const [own] = useState(() => ({ node: signal(-1), edge: signal(-1) }))
  const hovered = { node: given ?? own.node, edge: own.edge }
  const set = (node: number, edge: number) => {
    hovered.node.set(node)
    hovered.edge.set(edge)
  }
  return {
    hovered,
    onPaneMouseMove: (event: MouseEvent) => {
      // No hover while something is dragged.
      if (event.buttons !== 0) return
      const part = pointed(event)
      const isOver = isPointer(part)
      // A frame is behind its nodes: the pointer is nearly always over one.
      if (part.node === -1 || !isFrameAt(scene, part.node)) set(part.node, isOver ? part.edge : -1)
      else set(-1, -1)
      if (event.currentTarget instanceof HTMLElement) event.currentTarget.style.cursor = isOver ? 'pointer' : ''
    },
    onPaneMouseLeave: () => set(-1, -1),
  }
}

/** Inputs from which the emphasis of nodes and edges is computed. */
function useEmphasisSources(
  scene: Scene,
  { marked, selection, runOverlay, found = null, changes = null }: FlowCanvasProps,
  chosen: number,
) {
  return useMemo(
    () => ({
      chosen,
      marked: selection?.selected ?? marked ?? neighboursOf(scene, chosen),
      runOverlay,
      found,
      changes,
    }),
    [scene, chosen, marked, selection?.selected, runOverlay, found, changes],
  )
}

/** Keyboard handling while the canvas has the focus; all other keys are left to the page. */
function useKeys(
  act: Record<string, () => void>,
  onStep: (step: ArrowStep) => void,
  onPath: (to: PathDirection) => void,
) {
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const step = stepOfKey[event.key]
    const direction = event.shiftKey ? directionOf[event.key] : undefined
    const key = event.shiftKey && event.key === ' ' ? 'Shift+Space' : event.key
    const does = direction !== undefined ? () => onPath(direction) : step === undefined ? act[key] : () => onStep(step)
    if (does === undefined) return
    event.preventDefault()
    does()
  }
}

/** When the user moves the view, it is no longer fitted, and the map is marked: a phone shows it only then. */
const useMoveHandlers = (
  map: RefObject<HTMLCanvasElement | null>,
  stopAutoFit: () => void,
  alignToPixels: (viewport: Viewport) => void,
): Pick<ReactFlowProps, 'onMoveStart' | 'onMoveEnd'> => ({
  onMoveStart: (event) => {
    if (event === null) return
    stopAutoFit()
    map.current?.toggleAttribute('data-moving', true)
  },
  onMoveEnd: (_event, viewport) => {
    map.current?.removeAttribute('data-moving')
    alignToPixels(viewport)
  },
})

const classOf = (isFinding: boolean, isWaiting: boolean): string =>
  `canvas${isFinding ? ' finding' : ''}${isWaiting ? ' waiting' : ''}`

function Canvas(props: FlowCanvasProps) {
  const { name, scene, controls, open, onOpen, chosen, onChoose, onEdge, marked, onPath, selection } = props
  const prefix = useId()
  const flow = useReactFlow()
  const map = useRef<HTMLCanvasElement>(null)
  const detail = useStore((state) => detailOf(state.transform[2]))
  const at = useMemo(() => nodeIndexOf(scene, chosen), [scene, chosen])
  // The last arrow-key step, and the node that it led to.
  const [lastMove, setLastMove] = useState<{ at: number; move: ArrowMove | null }>({ at, move: null })
  const sources = useEmphasisSources(scene, props, at)
  const emphasis = useMemo(() => emphasisOf(scene, sources), [scene, sources])
  const pointed = usePointed(scene)
  const { isWaiting, hasViewport, figures, fit, stopAutoFit, beginMove, alignToPixels } = useCanvasViewport(
    props,
    open !== null,
  )
  const nodes = useCardNodes(scene, hasViewport, sources, prefix)
  useTrackpad(stopAutoFit)
  usePageKeys(props.link == null)
  useViewLink(hasViewport ? (props.link ?? null) : null, stopAutoFit)
  const selecting = useAreaSelection({ scene, selection, stopAutoFit, nodeAt: (point) => pointed(point).node })
  useNodeInView(scene, { nodeIndex: hasViewport ? at : -1, isOpen: open !== null }, stopAutoFit)
  const { hovered, ...hoverHandlers } = useHover(scene, props.hovered, {
    pointed,
    isPointer: ({ node, edge }) => (node !== -1 || (edge !== -1 && onEdge !== undefined)) && selecting.isOn !== true,
  })

  /** Wraps a move by the user, after which the viewport is no longer fitted automatically. */
  const byUser = (move: () => void) => () => {
    stopAutoFit()
    beginMove(motionMs())
    move()
  }
  const moves: CanvasMoves = {
    zoomIn: byUser(() => void flow.zoomIn({ duration: motionMs() })),
    zoomOut: byUser(() => void flow.zoomOut({ duration: motionMs() })),
    fit: () => fit(motionMs()),
  }
  const centreOn = (x: number, y: number) => {
    stopAutoFit()
    void flow.setCenter(x, y, { zoom: flow.getZoom() })
  }
  const choose = (nodeIndex: number) => {
    const node = nodeIndex === -1 ? null : idAt(scene, nodeIndex)
    onChoose(node)
    if (open !== null && node !== open) onOpen(node)
  }
  const openNode = (nodeIndex: number) => {
    if (nodeIndex === -1) return choose(-1)
    onChoose(idAt(scene, nodeIndex))
    onOpen(idAt(scene, nodeIndex))
  }
  const onStep = (step: ArrowStep) => {
    const next = followArrow(scene, at, step)
    const to = next?.to ?? at
    setLastMove({ at: to, move: { step, target: next } })
    choose(to)
  }
  const move = lastMove.at === at ? lastMove.move : null
  const keys = {
    '0': moves.fit,
    '1': byUser(() => void flow.zoomTo(1, { duration: motionMs() })),
    '+': moves.zoomIn,
    '=': moves.zoomIn,
    '-': moves.zoomOut,
    Enter: () => chosen !== null && onOpen(chosen),
    'Shift+Space': () => selecting.toggle(at),
    Escape: () =>
      selecting.words !== null ? selecting.clear() : marked === null ? choose(-1) : onPath(null, 'upstream'),
  }
  const onKeyDown = useKeys(keys, onStep, (direction) => onPath(chosen, direction))
  const label = `Canvas of ${name}: ${count(scene.nodeCount, 'node')}, ${count(scene.edgeCount, 'edge')}. Arrow keys move along the edges, Shift+Left or Shift+Right highlights all nodes before or after, Enter opens details${selection === null ? '' : ', Shift+Space selects'}.`
  return (
    <SelectArea className={classOf(sources.found !== null, isWaiting)} detail={detail} {...selecting.area}>
      <DotGrid />
      <PaintedLayer scene={scene} emphasis={emphasis} map={map} hasViewport={hasViewport} figures={figures} />
      <ReactFlow
        nodes={nodes}
        edges={[]}
        nodeTypes={nodeTypes}
        {...useMoveHandlers(map, stopAutoFit, alignToPixels)}
        minZoom={minZoom}
        maxZoom={maxZoom}
        {...reactFlowOptions}
        onNodeClick={(_event, node) => openNode(node.data.card.index)}
        onPaneClick={(event) => {
          const { node, edge } = pointed(event)
          if (edge !== -1 && onEdge !== undefined) onEdge(scene.edgeIndex[edge] ?? -1)
          else openNode(node)
        }}
        {...hoverHandlers}
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={nodes.some(({ data }) => data.card.index === at) ? elementId(prefix, at) : undefined}
        onKeyDown={onKeyDown}
      >
        {sources.changes !== null && <DiffLayer nodes={nodes} changes={sources.changes} />}
        <Suspense>
          <HoverLayer scene={scene} {...hovered} />
        </Suspense>
      </ReactFlow>
      <div className="canvas-controls">
        <CanvasControls moves={moves} isSelecting={selecting.isOn} onSelecting={selecting.setOn}>
          {controls}
        </CanvasControls>
        <MiniMap scene={scene} hovered={hovered.node} map={map} onMove={centreOn} />
        <Zoom />
      </div>
      {selection !== null && (
        <SelectionStrip
          words={selecting.words}
          onZoom={selecting.zoomTo}
          onPicture={selecting.zoomTo && selection.onPicture}
          onClear={selecting.clear}
        />
      )}
      <LiveRegion scene={scene} nodeIndex={at} runOverlay={props.runOverlay} move={move} />
    </SelectArea>
  )
}

/** A read-only flow on React Flow. It fills its parent. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}
