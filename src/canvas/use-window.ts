import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { CanvasGraph } from './canvas-graph.ts'
import { firstView, wholeView } from './first-view.ts'

const views = { first: firstView, whole: wholeView }

interface CanvasWindow {
  /** Shows the whole flow. */
  fit: (durationMs: number) => void
  /** Says that a person chose what is seen: from then on it stays. */
  hold: () => void
}

/**
 * Shows the flow in its window, and again whenever window or graph change, until a person moves it. `rests` = it stays as it
 * is for now: a panel that takes a part of the window moves nothing.
 */
export function useWindow(graph: CanvasGraph, rests: boolean): CanvasWindow {
  const flow = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const ready = useStore((state) => state.panZoom !== null) && width > 0 && height > 0
  const automatic = useRef<keyof typeof views | null>('first')
  /** What was shown by itself last; a link to a node begins with the flow behind it. */
  const shown = useRef(false)
  useLayoutEffect(() => {
    if (!ready || automatic.current === null || (rests && shown.current)) return
    shown.current = true
    void flow.setViewport(views[automatic.current](graph, { width, height }))
  }, [flow, graph, width, height, ready, rests])
  const fit = useCallback(
    (duration: number) => {
      automatic.current = 'whole'
      void flow.setViewport(wholeView(graph, { width, height }), { duration })
    },
    [flow, graph, width, height],
  )
  const hold = useCallback(() => {
    automatic.current = null
  }, [])
  return { fit, hold }
}
