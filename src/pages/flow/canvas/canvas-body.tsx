import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { connectionPrefix } from '#api/connection/connection.ts'
import { storeCanvasPosition } from '#canvas/tiles/early-canvas.ts'
import { FlowCanvas } from '#canvas/react/flow-canvas.tsx'
import { LayoutMenu } from '#canvas/react/layout-menu.tsx'
import { useChosenNode } from '#canvas/selection/use-chosen-node.ts'
import '#parts/scene/flow-body.css'
import type { PicturePart } from '#canvas/picture/picture-messages.ts'
import type { ViewedKey } from '#flow-data/compare/difference-cache.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { TemplateHead } from '#flow-data/worker/open-template.ts'
import { handleFlowAnswer } from '#flow-data/when-answered.ts'
import type { FlowOrigin } from '#pages/flow/flow-origin.ts'
import { CanvasTools } from './canvas-tools.tsx'
import { LayoutStrip } from '#parts/scene/layout-strip.tsx'
import { ScenePlaceholder } from '#parts/scene/scene-placeholder.tsx'
import { RunOverlayBarMissing } from '#pages/flow/run-overlay/run-overlay-missing.tsx'
import { OutlineToggle } from '#pages/flow/outline/outline-toggle.tsx'
import { RunOverlayMenu } from '#pages/flow/run-overlay/run-overlay-menu.tsx'
import { useCanvasView } from './use-canvas-view.ts'
import { useScene, type SceneView } from '#parts/scene/use-scene.ts'
import { useFind, type Find } from '#pages/flow/outline/use-find.ts'
import { useFlowPath, type FlowPath } from './use-flow-path.ts'
import type { RunOverlayView, RunOverlayState } from '#pages/flow/run-overlay/use-run-overlay.ts'
import { useOutlineColumn } from '#pages/flow/outline/use-outline-column.ts'
import { useNodeSelection, type NodeSelection } from './use-node-selection.ts'
import { lazyPart } from '#ui/browser/lazy-part.tsx'
import { Spline, X } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { signal } from '#lib/signal.ts'
import type { OutlineColumnProps } from '#pages/flow/outline/outline-column.tsx'

const OutlineColumn = lazyPart(async () => (await import('#pages/flow/outline/outline-column.tsx')).OutlineColumn, {
  preload: 'now',
})

/** Reserves the space of the outline, so that the canvas does not move. */
const outlineSpace = <div className="w-[var(--pane-outline,240px)] flex-none border-r border-line max-sm:hidden" />

/** The outline. Its code is loaded with the canvas. */
export function LazyOutline({ isOpen, ...rest }: OutlineColumnProps & { isOpen: boolean }) {
  if (!isOpen) return null
  return (
    <Suspense fallback={outlineSpace}>
      <OutlineColumn {...rest} />
    </Suspense>
  )
}

/** Strip over the canvas with the marked path and a button to clear it. */
export function PathStrip({ path: { active, show } }: { path: FlowPath }) {
  return (
    // Mounted while empty: otherwise screen readers do not announce the content.
    <div role="status" className="canvas-strip">
      {active !== null && (
        <p className="flex min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface py-0.5 pr-1 pl-3">
          <Spline className="s flex-none text-accent" />
          <span className="min-w-0 wrap-anywhere">{active.description}</span>
          <IconButton label="Clear path" icon={<X />} onClick={() => show(null)} />
        </p>
      )}
    </div>
  )
}

const PictureDialog = lazyPart(async () => (await import('./picture-dialog.tsx')).PictureDialog)

const RunOverlayBar = lazyPart(
  async () => (await import('#pages/flow/run-overlay/run-overlay-bar.tsx')).RunOverlayBar,
  {
    Missing: RunOverlayBarMissing,
  },
)
const EmptyCanvas = lazyPart(async () => (await import('./empty-canvas.tsx')).EmptyCanvas)
const CanvasSummary = lazyPart(async () => (await import('./canvas-summary.tsx')).CanvasSummary)
/** Loaded on a click, or shortly after the canvas. */
const NodePanel = lazyPart(async () => (await import('#pages/flow/node/node-panel.tsx')).NodePanel)

const focusCanvas = (box: HTMLElement | null) =>
  box?.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true })

/**
 * Moves the focus to the canvas after a click, in another tab of the page, on a link to a node or run: that link is no
 * longer there, and arrow keys continue from the node.
 */
function useCanvasFocus(isReady: boolean, hasTarget: boolean) {
  const box = useRef<HTMLElement>(null)
  const isArrival = useLocation().key !== 'default'
  useEffect(() => {
    if (isReady && hasTarget && isArrival && document.activeElement === document.body) focusCanvas(box.current)
    // oxlint-disable-next-line react/exhaustive-deps -- only on arrival: later the user controls the focus
  }, [isReady])
  return box
}

/** Stores the position of the canvas, so that the next flow can be shown there before its page is ready. */
function useStoreCanvasPosition(box: RefObject<HTMLElement | null>, isReady: boolean) {
  const isBare = useLocation().search === ''
  useEffect(() => {
    const canvas = box.current
    if (canvas === null || !isReady || !isBare) return undefined
    const observer = new ResizeObserver(() => storeCanvasPosition(canvas))
    observer.observe(canvas)
    return () => observer.disconnect()
  }, [box, isReady, isBare])
}

/** The path; showing one clears the selection. */
const pathClearingSelection = (path: FlowPath, { select }: NodeSelection): FlowPath => ({
  active: path.active,
  show: (asked) => {
    if (asked !== null) select(null)
    path.show(asked)
  },
})

/** The overlay of a run and the run itself, once both are ready. */
const shownOverlay = (state: RunOverlayState | null) =>
  state?.is === 'shown' ? { overlay: state.overlay, run: state.run } : { overlay: null, run: null }

/** The run overlay's bar, if there is a run. */
function OptionalRunBar({
  origin,
  run,
  onRemoved,
}: Pick<CanvasBodyProps, 'origin' | 'run'> & { onRemoved: () => void }) {
  if (run?.state == null || origin.serviceFlow === null) return null
  const remove = () => {
    run.showRun(null)
    onRemoved()
  }
  return (
    <Suspense>
      <RunOverlayBar flow={origin.serviceFlow} view={run} onRemove={remove} />
    </Suspense>
  )
}

/** Only for flows of a service it is stored what the user chose to see of them. */
const canvasIdOf = ({ key, serviceFlow }: FlowOrigin) => ({
  id: key,
  storageName: serviceFlow && connectionPrefix() + serviceFlow.id,
})

/** The matches and the path as sets, the same ones until they change. */
function useCanvasMarks({ matches }: Find, { active }: FlowPath) {
  const found = useMemo(() => matches && new Set(matches), [matches])
  const marked = useMemo(() => active && { nodes: new Set(active.nodes), edges: new Set(active.edges) }, [active])
  return { found, marked }
}

/** What lies over the canvas: path, progress and a summary. */
function CanvasOverlays({
  flow,
  view,
  path,
  hasSelection,
}: {
  flow: TemplateHead
  view: SceneView
  path: FlowPath
  hasSelection: boolean
}) {
  return (
    <>
      {!hasSelection && <PathStrip path={path} />}
      <Suspense>{!hasSelection && path.active === null && <CanvasSummary flow={flow} />}</Suspense>
      <LayoutStrip view={view} isBelow={hasSelection || path.active !== null} />
    </>
  )
}

interface CanvasBodyProps {
  flow: TemplateHead
  origin: FlowOrigin
  data: FlowData
  /** The run overlay; null if not supported. */
  run: RunOverlayView | null
  /** Key of the comparison with the last viewed version; null if no changes are known. */
  lastViewed: ViewedKey | null
  /** The element in the tab bar for the tools; null until it is mounted. */
  toolSlot: HTMLElement | null
  /** A panel that is shown while no node is open. */
  aside?: ReactNode
}

/** A flow on its canvas, with the open node beside it. */
export function CanvasBody({ flow, origin, data, run, lastViewed, toolSlot, aside }: CanvasBodyProps) {
  const { node, openNode, placing } = useCanvasView(flow, data)
  const view = useScene(data, placing.placement, placing.onPlacement)
  const { scene } = view
  const selection = useNodeSelection(data, scene)
  const [picture, setPicture] = useState<{ part: PicturePart | null } | null>(null)
  const path = pathClearingSelection(useFlowPath(data), selection)
  const runState = run?.state ?? null
  const displayedRun = shownOverlay(runState)
  const box = useCanvasFocus(scene !== null, node !== null || runState !== null)
  useStoreCanvasPosition(box, scene !== null && origin.serviceFlow !== null)
  const { chosen, choose } = useChosenNode(node)
  const { isOpen, focusRequest, toggleButton, ...column } = useOutlineColumn(() => focusCanvas(box.current))
  const find = useFind(data, lastViewed)
  const isEmpty = flow.counts.all === 0
  const [hovered] = useState(() => signal(-1))
  const { found, marked } = useCanvasMarks(find, path)
  return (
    <>
      <OptionalRunBar origin={origin} run={run} onRemoved={() => focusCanvas(box.current)} />
      <div className="flow-body relative flex min-h-0 flex-1">
        <LazyOutline
          isOpen={isOpen && !isEmpty}
          name={flow.name}
          data={data}
          find={find}
          currentNode={chosen}
          hovered={hovered}
          focusRequest={focusRequest}
          onOpen={(id) => {
            choose(id)
            openNode(id)
          }}
          onMatch={(id, text) => {
            choose(id)
            find.setText(text, node === null ? undefined : id)
          }}
          onLeave={column.leave}
          onClose={column.close}
        />
        {!isEmpty && (
          <CanvasTools
            slot={toolSlot}
            onPicture={() => setPicture({ part: node === null ? null : { is: 'around', id: node } })}
          >
            <OutlineToggle
              isOpen={isOpen}
              matchCount={find.matches?.length ?? null}
              ref={toggleButton}
              onOpen={column.open}
              onFind={column.find}
            />
            <RunOverlayMenu flow={origin.serviceFlow} />
          </CanvasTools>
        )}
        {!isEmpty && (
          <section className="flow-canvas relative min-w-0 flex-1" aria-label="Canvas" ref={box}>
            {scene === null || view.shownPlacement === null ? (
              <ScenePlaceholder view={view} />
            ) : (
              <FlowCanvas
                {...canvasIdOf(origin)}
                name={flow.name}
                scene={scene}
                placement={view.shownPlacement}
                controls={<LayoutMenu {...placing} isFolded={scene.isFolded} />}
                open={node}
                onOpen={openNode}
                chosen={chosen}
                onChoose={choose}
                onEdge={(index) =>
                  handleFlowAnswer(data.ask('edge id', { index }), (edge) => edge !== null && path.show({ edge }))
                }
                found={found}
                marked={marked}
                selection={{
                  selected: selection.selected,
                  onSelect: selection.select,
                  onPicture: () => setPicture({ part: { is: 'selected', ids: selection.ids() } }),
                }}
                runOverlay={displayedRun.overlay}
                hovered={hovered}
                onPath={(from, direction) => path.show(from === null ? null : { from, direction })}
              />
            )}
            <CanvasOverlays flow={flow} view={view} path={path} hasSelection={selection.selected !== null} />
          </section>
        )}
        <Suspense>
          {isEmpty && <EmptyCanvas serviceFlow={origin.serviceFlow} />}
          {picture !== null && (
            <PictureDialog
              name={flow.name}
              data={data}
              placement={view.shownPlacement ?? placing.placement}
              {...picture}
              onClose={() => setPicture(null)}
            />
          )}
          {node === null && aside}
          {node !== null && (
            <NodePanel
              origin={origin}
              data={data}
              id={node}
              run={displayedRun.run}
              path={path}
              onJump={openNode}
              onClose={() => openNode(null)}
            />
          )}
        </Suspense>
      </div>
    </>
  )
}
