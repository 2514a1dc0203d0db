import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useState } from 'react'
import type { MarkedPath } from '#canvas/scene/node-emphasis.ts'
import { canvasViewOf } from '#canvas/scene/viewport.ts'
import { within } from '#canvas/scene/hit-test.ts'
import { motionMs } from './use-node-in-view.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import { boundsOf, selectionText, toggled } from './selection.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

export interface CanvasSelection {
  /** Several selected nodes with the edges between them; takes precedence over a path. Null = none. */
  selected: MarkedPath | null
  /** Indexes of nodes; null = none. */
  onSelect: (nodeIndexes: ReadonlySet<number> | null) => void
  /** Called when a picture of the selection is requested. */
  onPicture: () => void
}

interface Selecting {
  scene: Scene
  selection: CanvasSelection | null
  /** The index of the node under a press; -1 = none. */
  nodeAt: (at: { clientX: number; clientY: number }) => number
  /** Records that the user chose the viewport. */
  stopAutoFit: () => void
}

/** Selection of several nodes, by an area or one by one. */
export function useAreaSelection({ scene, selection, nodeAt, stopAutoFit }: Selecting) {
  const selected = selection?.selected ?? null
  const onSelect = (nodeIndexes: ReadonlySet<number> | null) => selection?.onSelect(nodeIndexes)
  const flow = useReactFlow()
  const store = useStoreApi()
  const [isOn, setOn] = useState(false)
  const toggle = (nodeIndex: number) => {
    if (nodeIndex !== -1) onSelect(toggled(selected?.nodes ?? null, nodeIndex))
  }
  const onArea = ({ x, y, width, height }: Box) => {
    const from = flow.screenToFlowPosition({ x, y })
    const to = flow.screenToFlowPosition({ x: x + width, y: y + height })
    setOn(false)
    onSelect(new Set(within(scene, { ...from, width: to.x - from.x, height: to.y - from.y })))
  }
  const bounds = selected && boundsOf(scene, selected.nodes)
  const zoomTo = () => {
    if (bounds === null) return
    stopAutoFit()
    void flow.setViewport(canvasViewOf(bounds, store.getState()), { duration: motionMs() })
  }
  return {
    /** Null if nothing can be selected. */
    isOn: selection && isOn,
    setOn,
    words: selected && selectionText(scene, selected),
    toggle,
    clear: () => {
      onSelect(null)
      store.getState().domNode?.focus({ preventScroll: true })
    },
    /** Null if there is nothing to zoom to. */
    zoomTo: bounds && zoomTo,
    area: {
      isOn: selection && isOn,
      onArea,
      onPress: (at: { clientX: number; clientY: number }) => toggle(nodeAt(at)),
      onLeave: () => setOn(false),
    },
  }
}
