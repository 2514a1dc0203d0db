import { useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { firstView, onPixels, wholeView } from '#canvas/scene/first-view.ts'
import type { SceneData } from '#canvas/scene/scene.ts'

const views = { first: firstView, whole: wholeView }

/** The user's viewport of the last open canvas, restored when the user returns to it from another tab of the flow. */
let savedViewport: { of: string; viewport: Viewport } | null = null

/** Offset in screen pixels that is too small to see. */
const rounding = 0.01

interface CanvasWindow {
  /** Whether the viewport shows the flow; before that it is React Flow's default. */
  hasViewport: boolean
  /** Shows the whole flow. */
  fitWhole: (durationMs: number) => void
  /** Records that the user chose the viewport, so that it is no longer fitted automatically. */
  stopAutoFit: () => void
  /** Records that a move of this duration begins. */
  beginMove: (durationMs: number) => void
  /** Aligns a resting viewport to whole device pixels. */
  alignToPixels: (viewport: Viewport) => void
}

/**
 * Fits the viewport to the flow, and again when size or flow change, until the user moves it. `isPaused`: does not fit it
 * for now, while a panel takes part of the width. `of` identifies flow and placement, whose last viewport is restored.
 */
export function useCanvasViewport(of: string, scene: SceneData, isPaused: boolean): CanvasWindow {
  const flow = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const ready = useStore((state) => state.panZoom !== null) && width > 0 && height > 0
  const automatic = useRef<keyof typeof views | null>('first')
  /** Whether a viewport was set: even a link to a node, which opens a panel, sets the first one. */
  const wasSet = useRef(false)
  const [hasViewport, setHasViewport] = useState(false)
  useLayoutEffect(() => {
    if (!ready || automatic.current === null || (isPaused && wasSet.current)) return
    const before = wasSet.current || savedViewport?.of !== of ? null : savedViewport.viewport
    wasSet.current = true
    setHasViewport(true)
    if (before !== null) {
      automatic.current = null
      void flow.setViewport(before)
      return
    }
    void flow.setViewport(onPixels(views[automatic.current](scene, { width, height }), devicePixelRatio))
  }, [flow, of, scene, width, height, ready, isPaused])
  useLayoutEffect(
    () => () => {
      if (automatic.current === null) savedViewport = { of, viewport: flow.getViewport() }
    },
    [flow, of],
  )
  /** When the last animated move ends; until then, events of an earlier move must not align the viewport. */
  const movesUntil = useRef(0)
  const beginMove = useCallback((duration: number) => {
    movesUntil.current = performance.now() + duration
  }, [])
  const fitWhole = useCallback(
    (duration: number) => {
      savedViewport = null
      beginMove(duration)
      automatic.current = 'whole'
      void flow.setViewport(onPixels(wholeView(scene, { width, height }), devicePixelRatio), { duration })
    },
    [flow, scene, width, height, beginMove],
  )
  const stopAutoFit = useCallback(() => {
    automatic.current = null
  }, [])
  const alignToPixels = useCallback(
    (viewport: Viewport) => {
      if (performance.now() < movesUntil.current) return
      const aligned = onPixels(viewport, devicePixelRatio)
      if (Math.max(Math.abs(aligned.x - viewport.x), Math.abs(aligned.y - viewport.y)) > rounding)
        void flow.setViewport(aligned)
    },
    [flow],
  )
  return { hasViewport, fitWhole, stopAutoFit, beginMove, alignToPixels }
}
