import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { readable } from '#canvas/geometry/detail.ts'
import { MountedCards } from './mounted-cards.ts'
import { nodeCountOf, isFrameAt, type Scene } from '#canvas/scene/scene.ts'
import { restMs, watchViewport } from '#canvas/tiles/watch-viewport.ts'

/** Nodes are mounted where they can be read; they stay a little below that, so that nothing flickers at the line. */
const mountUntil = 0.55
/** More would be more elements than a page should have; they are painted. */
const maxMounted = 150

const none: readonly CanvasNode[] = []

/** Places of the nodes that are in the window; frames stay painted. */
function inWindow(
  scene: Scene,
  [x, y, zoom]: readonly [number, number, number],
  width: number,
  height: number,
): number[] {
  const { boxes } = scene
  const [left, top, right, bottom] = [-x / zoom, -y / zoom, (width - x) / zoom, (height - y) / zoom]
  const found: number[] = []
  for (let place = 0; place < nodeCountOf(scene); place += 1) {
    const at = 4 * place
    const [boxLeft, boxTop] = [boxes[at] ?? 0, boxes[at + 1] ?? 0]
    if (boxLeft >= right || boxTop >= bottom || boxLeft + (boxes[at + 2] ?? 0) <= left) continue
    if (boxTop + (boxes[at + 3] ?? 0) <= top || isFrameAt(scene, place)) continue
    found.push(place)
    if (found.length > maxMounted) return []
  }
  return found
}

/**
 * The cards that are mounted: those that can be read in the window, once it stands still, and in any case the one at
 * `pinned` (-1 = none): it has the focus.
 */
export function useMountedCards(scene: Scene, pinned: number): readonly CanvasNode[] {
  const store = useStoreApi()
  const [mountedOf, setMounted] = useState({ scene, cards: none })
  const kept = useRef(pinned)
  const settleNow = useRef(() => {})
  useEffect(() => {
    const mounted = new MountedCards(scene, (cards) => setMounted({ scene, cards }))
    let rest: ReturnType<typeof setTimeout> | null = null
    let isNear = false
    const settle = () => {
      rest = null
      const { transform, width, height } = store.getState()
      isNear = transform[2] >= (isNear ? mountUntil : readable)
      const places = isNear ? inWindow(scene, transform, width, height) : []
      const at = kept.current
      mounted.want(at === -1 || places.includes(at) ? places : [...places, at])
    }
    settleNow.current = settle
    const wait = () => {
      if (rest !== null) clearTimeout(rest)
      rest = setTimeout(settle, restMs)
    }
    wait()
    const end = watchViewport(store, wait)
    return () => {
      end()
      mounted.end()
      if (rest !== null) clearTimeout(rest)
      setMounted({ scene, cards: none })
    }
  }, [scene, store])
  useEffect(() => {
    kept.current = pinned
    // What is walked to is there at once, also while the window still moves to it.
    settleNow.current()
  }, [pinned])
  // Those of the scene before stand where nothing is now.
  return mountedOf.scene === scene ? mountedOf.cards : none
}
