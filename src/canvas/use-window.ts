import { useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { CanvasGraph } from './canvas-graph.ts'
import { firstView, wholeView } from './first-view.ts'

const views = { first: firstView, whole: wholeView }

/** What a person chose to see of the canvas that was open last: other tabs of its flow lead back to it. */
let kept: { of: string; viewport: Viewport } | null = null

interface CanvasWindow {
  /** Shows the whole flow. */
  fit: (durationMs: number) => void
  /** Says that a person chose what is seen: from then on it stays. */
  hold: () => void
}

/**
 * Shows the flow in its window, and again whenever window or graph change, until a person moves it. `rests` = it stays as it
 * is for now: a panel that takes a part of the window moves nothing. `of` names flow and placement: what was seen of them
 * last is shown again.
 */
export function useWindow(of: string, graph: CanvasGraph, rests: boolean): CanvasWindow {
  const flow = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const ready = useStore((state) => state.panZoom !== null) && width > 0 && height > 0
  const automatic = useRef<keyof typeof views | null>('first')
  /** What was shown by itself last; a link to a node begins with the flow behind it. */
  const shown = useRef(false)
  useLayoutEffect(() => {
    if (!ready || automatic.current === null || (rests && shown.current)) return
    const before = shown.current || kept?.of !== of ? null : kept.viewport
    shown.current = true
    if (before !== null) {
      automatic.current = null
      void flow.setViewport(before)
      return
    }
    void flow.setViewport(views[automatic.current](graph, { width, height }))
  }, [flow, of, graph, width, height, ready, rests])
  useLayoutEffect(
    () => () => {
      if (automatic.current === null) kept = { of, viewport: flow.getViewport() }
    },
    [flow, of],
  )
  const fit = useCallback(
    (duration: number) => {
      kept = null
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
