import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { canvasGraph } from '#canvas/canvas-graph.ts'
import { FlowCanvas } from '#canvas/flow-canvas.tsx'
import { useChosenNode } from '#canvas/use-chosen-node.ts'
import { useLoadLater } from '#ui/load-later.ts'
import './canvas-tab.css'
import { FlowSummaryBar } from './flow-summary-bar.tsx'
import { NoNodes } from './no-nodes.tsx'
import { OutlineBeside } from './outline-beside.tsx'
import { OutlineToggle } from './outline-toggle.tsx'
import { PathStrip } from './path-strip.tsx'
import type { TabProps } from './tab-content.tsx'
import { useCanvasView } from './use-canvas-view.ts'
import { useFind } from './use-find.ts'
import { useChangedSinceLastVisit } from './use-flow-changes.ts'
import { useFlowPath } from './use-flow-path.ts'
import { useLaidRun } from './use-laid-run.ts'
import { useOutlineColumn } from './use-outline-column.ts'

const loadPanel = async () => ({ default: (await import('./node-panel.tsx')).NodePanel })
const LaidRunBar = lazy(async () => ({ default: (await import('./laid-run-bar.tsx')).LaidRunBar }))
/** It comes with a press, or a moment after the picture: the canvas is there before. */
const NodePanel = lazy(loadPanel)

const focusCanvas = (box: HTMLElement | null) =>
  box?.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true })

/** Who came here by a link that is gone with its tab goes on at the canvas, where the arrow keys walk on from the node. */
function useCanvasFocus(hasSomething: boolean) {
  const box = useRef<HTMLElement>(null)
  const isArrival = useLocation().key !== 'default'
  useEffect(() => {
    if (hasSomething && isArrival && document.activeElement === document.body) focusCanvas(box.current)
    // oxlint-disable-next-line react/exhaustive-deps -- only on arrival: later the focus is where the person put it
  }, [])
  return box
}

/** A flow on its canvas, with the open node beside it. */
export function CanvasTab({ open: { flow } }: TabProps) {
  const { node, openNode, placement, setPlacement } = useCanvasView(flow)
  useLoadLater(loadPanel)
  const path = useFlowPath(flow)
  const run = useLaidRun(flow)
  const box = useCanvasFocus(node !== null || run.state !== null)
  const removeRun = () => {
    run.lay(null)
    focusCanvas(box.current)
  }
  const { chosen, choose } = useChosenNode(node?.id ?? null)
  const { isOpen, wish, toggle, ...column } = useOutlineColumn(() => focusCanvas(box.current))
  const find = useFind(flow, useChangedSinceLastVisit(flow), isOpen)
  const { nodes, edges, validation } = flow
  const graph = useMemo(
    () => canvasGraph({ nodes, edges, validation }, placement),
    [nodes, edges, validation, placement],
  )
  return (
    <>
      <FlowSummaryBar flow={flow} isCounted={nodes.length === 0 || !isOpen}>
        {nodes.length > 0 && (
          <OutlineToggle
            isOpen={isOpen}
            found={find?.found?.length ?? null}
            ref={toggle}
            onToggle={column.press}
            onFind={column.find}
          />
        )}
      </FlowSummaryBar>
      <Suspense>{run.state !== null && <LaidRunBar flow={flow} view={run} onRemove={removeRun} />}</Suspense>
      <div className="flow-body relative flex min-h-0 flex-1">
        <OutlineBeside
          isOpen={isOpen && nodes.length > 0}
          flow={flow}
          find={find}
          chosen={chosen}
          wish={wish}
          onOpen={(id) => {
            choose(id)
            openNode(id)
          }}
          onWalk={(id, text) => {
            choose(id)
            find?.ask(text, node === null ? undefined : id)
          }}
          onLeave={column.leave}
          onClose={column.close}
        />
        {nodes.length === 0 ? (
          <NoNodes />
        ) : (
          <section className="flow-canvas relative min-w-0 flex-1" aria-label="Canvas" ref={box}>
            <FlowCanvas
              id={flow.id}
              name={flow.name}
              graph={graph}
              placement={placement}
              onPlacement={setPlacement}
              open={node?.id ?? null}
              onOpen={openNode}
              chosen={chosen}
              onChoose={choose}
              found={find?.ids ?? null}
              marked={path.shown}
              laid={run.state?.is === 'laid' ? run.state.laid : null}
              onPath={(from, direction) => path.show(from === null ? null : { from, direction })}
            />
            <PathStrip path={path} />
          </section>
        )}
        <Suspense>
          {node !== null && (
            <NodePanel flow={flow} node={node} path={path} onJump={openNode} onClose={() => openNode(null)} />
          )}
        </Suspense>
      </div>
    </>
  )
}
