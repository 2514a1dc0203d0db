import { useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { firstView, onPixels, wholeView } from '#canvas/scene/first-view.ts'
import type { SceneData } from '#canvas/scene/scene.ts'

const views = { first: firstView, whole: wholeView }

/** The user's viewport of the canvas that was open last: restored when another tab of its flow returns to it. */
let kept: { of: string; viewport: Viewport } | null = null

/** Too small to see. */
const rounding = 0.01

interface CanvasWindow {
  /** The viewport shows the flow; before that it is React Flow's default. */
  isPlaced: boolean
  /** Shows the whole flow. */
  fit: (durationMs: number) => void
  /** Records that the user chose the viewport: from then on it stays. */
  hold: () => void
  /** Records that a move of this duration begins. */
  begin: (durationMs: number) => void
  /** Aligns a resting viewport to whole pixels. */
  settle: (viewport: Viewport) => void
}

/**
 * Shows the flow in its viewport, and again when size or flow change, until the user moves it. `rests` = keeps it for
 * now: a panel that takes part of the width moves nothing. `of` identifies flow and placement: their last viewport is
 * restored.
 */
export function useCanvasViewport(of: string, scene: SceneData, rests: boolean): CanvasWindow {
  const flow = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const ready = useStore((state) => state.panZoom !== null) && width > 0 && height > 0
  const automatic = useRef<keyof typeof views | null>('first')
  /** Whether a viewport was set; a link to a node begins with the flow behind it. */
  const shown = useRef(false)
  const [isPlaced, setPlaced] = useState(false)
  useLayoutEffect(() => {
    if (!ready || automatic.current === null || (rests && shown.current)) return
    const before = shown.current || kept?.of !== of ? null : kept.viewport
    shown.current = true
    setPlaced(true)
    if (before !== null) {
      automatic.current = null
      void flow.setViewport(before)
      return
    }
    void flow.setViewport(onPixels(views[automatic.current](scene, { width, height }), devicePixelRatio))
  }, [flow, of, scene, width, height, ready, rests])
  useLayoutEffect(
    () => () => {
      if (automatic.current === null) kept = { of, viewport: flow.getViewport() }
    },
    [flow, of],
  )
  /** When the last animated move ends: events of the previous one must not end it. */
  const movesUntil = useRef(0)
  const begin = useCallback((duration: number) => {
    movesUntil.current = performance.now() + duration
  }, [])
  const fit = useCallback(
    (duration: number) => {
      kept = null
      begin(duration)
      automatic.current = 'whole'
      void flow.setViewport(onPixels(wholeView(scene, { width, height }), devicePixelRatio), { duration })
    },
    [flow, scene, width, height, begin],
  )
  const hold = useCallback(() => {
    automatic.current = null
  }, [])
  const settle = useCallback(
    (viewport: Viewport) => {
      if (performance.now() < movesUntil.current) return
      const still = onPixels(viewport, devicePixelRatio)
      if (Math.max(Math.abs(still.x - viewport.x), Math.abs(still.y - viewport.y)) > rounding)
        void flow.setViewport(still)
    },
    [flow],
  )
  return { isPlaced, fit, hold, begin, settle }
}
