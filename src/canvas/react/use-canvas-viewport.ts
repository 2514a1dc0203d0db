import { useReactFlow, useStore, type Viewport } from '@xyflow/react'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Placement } from '#canvas/model/placement.ts'
import { canvasViewOf, onPixels } from '#canvas/scene/viewport.ts'
import type { CanvasView, ViewFigures, ViewPart, ViewQuestion } from '#canvas/scene/viewport.ts'
import { NewestRequest } from '#canvas/scene/newest-request.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import { storedViewChoices, storeViewChoice } from '#canvas/tiles/view-choices.ts'

/** The user's viewport of the last open canvas, restored when the user returns to it from another tab of the flow. */
let savedViewport: { of: string; viewport: Viewport } | null = null

/** Offset in screen pixels that is too small to see. */
const rounding = 0.01

interface CanvasWindow {
  /** Whether no flow has been shown yet: the viewport is React Flow's default. */
  isWaiting: boolean
  /** Whether the viewport belongs to this scene; before that, painting it is useless. */
  hasViewport: boolean
  /** What can be read in the viewport; null if it is not one that the worker proposed. */
  figures: ViewFigures | null
  /** Shows the whole flow; if that was chosen before and is visible, its start. Remembers the choice. */
  fit: (durationMs: number) => void
  /** Records that the user chose the viewport, so that it is no longer fitted automatically. */
  stopAutoFit: () => void
  /** Records that a move of this duration begins. */
  beginMove: (durationMs: number) => void
  /** Aligns a resting viewport to whole device pixels. */
  alignToPixels: (viewport: Viewport) => void
}

interface ShownFlow {
  id: string
  scene: Scene
  placement: Placement
  /** Storage name of the flow's choices; null = they are not stored. */
  storageName?: string | null
}

/** What the user chose to see of a flow, the whole or its start: on this page, else stored in this browser. */
function useChosenPart(of: string, placement: Placement, storageName: string | null) {
  const choice = useRef<{ of: string; part: ViewPart } | null>(null)
  const chosenPart = useCallback((): ViewPart | null => {
    if (choice.current?.of === of) return choice.current.part
    return storageName === null ? null : (storedViewChoices(storageName)[placement] ?? null)
  }, [of, storageName, placement])
  const choosePart = useCallback(
    (part: ViewPart, isStored: boolean) => {
      choice.current = { of, part }
      if (isStored && storageName !== null) storeViewChoice(storageName, placement, part)
    },
    [of, storageName, placement],
  )
  return { chosenPart, choosePart }
}

/** Aligns a resting viewport to whole device pixels. */
function usePixelAlignment(): Pick<CanvasWindow, 'beginMove' | 'alignToPixels'> {
  const flow = useReactFlow()
  /** When the last animated move ends; until then, events of an earlier move must not align the viewport. */
  const movesUntil = useRef(0)
  const beginMove = useCallback((duration: number) => {
    movesUntil.current = performance.now() + duration
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
  return { beginMove, alignToPixels }
}

/**
 * Shows the flow where its worker proposes. `place`: records that the viewport belongs to this scene; `placed` = the
 * last scene of which that is so, and what can be read in the viewport that was proposed first for it.
 */
function useProposedView(scene: Scene, width: number, height: number, chosenPart: () => ViewPart | null) {
  const flow = useReactFlow()
  /** Whether any viewport was set. */
  const wasPlaced = useRef(false)
  const [placed, setPlaced] = useState<{ scene: Scene; figures: ViewFigures | null } | null>(null)
  const [views] = useState(
    () => new NewestRequest((asked: { scene: Scene; question: ViewQuestion }) => asked.scene.view(asked.question)),
  )
  const place = useCallback(
    (figures: ViewFigures | null) => {
      wasPlaced.current = true
      setPlaced((now) => (now?.scene === scene ? now : { scene, figures }))
    },
    [scene],
  )
  /** Shows the flow once the worker has answered, unless size, flow or the user's mind change before. */
  const show = useCallback(
    (onAnswer: (view: CanvasView) => void, duration: number) => {
      const size = { width, height }
      views.ask({ scene, question: { ...size, chosen: chosenPart() } }, (view) => {
        if (view !== null) onAnswer(view)
        place(view?.figures ?? null)
        // If the worker failed, its painter says so on the canvas.
        void flow.setViewport(onPixels(view ?? canvasViewOf(scene.bounds, size), devicePixelRatio), { duration })
      })
    },
    [views, scene, width, height, chosenPart, place, flow],
  )
  const cancel = useCallback(() => views.cancel(), [views])
  return { placed, wasPlaced, place, show, cancel }
}

/**
 * Shows the flow in the viewport that its worker computes, and again when size or flow change, until the user moves it.
 * Restores the last viewport of the same flow and placement. `isPaused`: keeps the viewport for now, while a panel takes
 * part of the width.
 */
export function useCanvasViewport(
  { id, scene, placement, storageName = null }: ShownFlow,
  isPaused: boolean,
): CanvasWindow {
  const of = `${id} ${placement}`
  const flow = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const ready = useStore((state) => state.panZoom !== null) && width > 0 && height > 0
  const isAutomatic = useRef(true)
  const { chosenPart, choosePart } = useChosenPart(of, placement, storageName)
  const { beginMove, alignToPixels } = usePixelAlignment()
  const { placed, wasPlaced, place, show, cancel } = useProposedView(scene, width, height, chosenPart)
  useLayoutEffect(() => {
    if (!ready) return undefined
    const before = wasPlaced.current || savedViewport?.of !== of ? null : savedViewport.viewport
    if (before !== null) {
      isAutomatic.current = false
      void flow.setViewport(before)
    }
    // A link to a node opens a panel: the first viewport is set nevertheless.
    if (!isAutomatic.current || (isPaused && wasPlaced.current)) {
      place(null)
      return undefined
    }
    show(() => {}, 0)
    return cancel
  }, [flow, of, ready, isPaused, show, place, cancel, wasPlaced])
  useLayoutEffect(
    () => () => {
      if (!isAutomatic.current) savedViewport = { of, viewport: flow.getViewport() }
    },
    [flow, of],
  )
  const fit = useCallback(
    (duration: number) => {
      savedViewport = null
      const part = isAutomatic.current && chosenPart() === 'whole' ? 'start' : 'whole'
      isAutomatic.current = true
      choosePart(part, false)
      show((view) => {
        beginMove(duration)
        // A flow whose start would be no larger than the whole has only the whole.
        choosePart(view.part, true)
      }, duration)
    },
    [chosenPart, choosePart, show, beginMove],
  )
  const stopAutoFit = useCallback(() => {
    // Before the first viewport nothing is visible that could be moved.
    if (!wasPlaced.current) return
    isAutomatic.current = false
    cancel()
    place(null)
  }, [cancel, place, wasPlaced])
  return {
    isWaiting: placed === null,
    hasViewport: placed?.scene === scene,
    figures: placed?.figures ?? null,
    fit,
    stopAutoFit,
    beginMove,
    alignToPixels,
  }
}
