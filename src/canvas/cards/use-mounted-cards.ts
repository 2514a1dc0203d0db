import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState, useMemo } from 'react'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { readable } from '#canvas/geometry/detail.ts'
import { nodeCountOf, isFrameAt, type Scene } from '#canvas/scene/scene.ts'
import { restDelayMs, watchViewport } from '#canvas/tiles/watch-viewport.ts'
import type { EmphasisSources } from '#canvas/scene/node-emphasis.ts'
import { elementOf, withEmphasis, type CardNode } from './flow-elements.ts'

/** Maximum cards mounted per frame: more would cause jank in a gesture. */
const cardsPerFrame = 24

/**
 * Mounted cards: read from the worker that holds the flow, cached, and mounted in portions so that no frame is late.
 */
class MountedCards {
  readonly #scene: Pick<Scene, 'cards'>
  readonly #onChange: (cards: readonly CanvasNode[]) => void
  /** Cache of all requested cards: panning back does not request them again. */
  readonly #cache = new Map<number, CanvasNode>()
  #requested: readonly number[] = []
  #mounted: readonly CanvasNode[] = []
  #frame: number | null = null
  #isEnded = false

  constructor(scene: Pick<Scene, 'cards'>, onChange: (cards: readonly CanvasNode[]) => void) {
    this.#scene = scene
    this.#onChange = onChange
  }

  /** Sets the cards to mount, by index. */
  mount(nodeIndexes: readonly number[]): void {
    this.#requested = nodeIndexes
    const missing = nodeIndexes.filter((nodeIndex) => !this.#cache.has(nodeIndex))
    if (missing.length === 0) this.#update()
    else
      this.#scene.cards(missing).then(
        (cards) => {
          for (const [at, nodeIndex] of missing.entries()) {
            const card = cards[at]
            if (card !== undefined) this.#cache.set(nodeIndex, card)
          }
          this.#update()
        },
        // The worker no longer has the flow: the bitmap stays, and the page shows what to do.
        () => null,
      )
  }

  end(): void {
    this.#isEnded = true
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
  }

  /** Unmounts the cards that are no longer wanted, and mounts a portion of the others. */
  #update(): void {
    if (this.#isEnded) return
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.#frame = null
    const before = new Set(this.#mounted)
    let remaining = cardsPerFrame
    const next = this.#requested.flatMap((nodeIndex) => {
      const card = this.#cache.get(nodeIndex)
      if (card === undefined) return []
      if (before.has(card)) return [card]
      remaining -= 1
      return remaining >= 0 ? [card] : []
    })
    const isSame = next.length === this.#mounted.length && next.every((card, at) => card === this.#mounted[at])
    if (!isSame) {
      this.#mounted = next
      this.#onChange(next)
    }
    if (remaining < 0) this.#frame = requestAnimationFrame(() => this.#update())
  }
}

/**
 * React Flow's nodes: the mounted cards with their current emphasis; none before the viewport belongs to the scene.
 * `prefix`: of the element ids.
 */
export function useCardNodes(scene: Scene, hasViewport: boolean, sources: EmphasisSources, prefix: string): CardNode[] {
  const cards = useMountedCards(scene, hasViewport, sources.chosen)
  // oxlint-disable-next-line react/exhaustive-deps -- elements are kept until the scene or the prefix changes
  const elements = useMemo(() => new Map<number, CardNode>(), [scene, prefix])
  return useMemo(
    () =>
      cards.map((card) => {
        const element = elements.get(card.index) ?? elementOf(card, prefix)
        elements.set(card.index, element)
        return withEmphasis(element, sources)
      }),
    [cards, elements, prefix, sources],
  )
}

/**
 * Zoom at which cards are unmounted: below the one at which they are mounted, so that they do not flicker at the
 * threshold.
 */
const mountUntil = 0.55
/** Maximum mounted cards; with more in the viewport, all of them are only painted. */
const maxMounted = 150

const noCards: readonly CanvasNode[] = []

/**
 * Indexes of the nodes in the viewport, without frames, which stay painted; empty if there are more than `maxMounted`.
 */
function nodesInViewport(
  scene: Scene,
  [x, y, zoom]: readonly [number, number, number],
  width: number,
  height: number,
): number[] {
  const { boxes } = scene
  const [left, top, right, bottom] = [-x / zoom, -y / zoom, (width - x) / zoom, (height - y) / zoom]
  const found: number[] = []
  for (let nodeIndex = 0; nodeIndex < nodeCountOf(scene); nodeIndex += 1) {
    const at = 4 * nodeIndex
    const [boxLeft, boxTop] = [boxes[at] ?? 0, boxes[at + 1] ?? 0]
    if (boxLeft >= right || boxTop >= bottom || boxLeft + (boxes[at + 2] ?? 0) <= left) continue
    if (boxTop + (boxes[at + 3] ?? 0) <= top || isFrameAt(scene, nodeIndex)) continue
    found.push(nodeIndex)
    if (found.length > maxMounted) return []
  }
  return found
}

/**
 * The mounted cards: the readable ones in the viewport once it rests, and always the one at `pinned` (-1 = none), which
 * has the focus.
 */
function useMountedCards(scene: Scene, hasViewport: boolean, pinned: number): readonly CanvasNode[] {
  const store = useStoreApi()
  const [mountedOf, setMounted] = useState({ scene, cards: noCards })
  const pinnedRef = useRef(pinned)
  const updateRef = useRef(() => {})
  useEffect(() => {
    // Until then the viewport is React Flow's default, with cards in it that nobody will see.
    if (!hasViewport) return undefined
    const mounted = new MountedCards(scene, (cards) => setMounted({ scene, cards }))
    let restTimer: ReturnType<typeof setTimeout> | null = null
    let isNear = false
    const update = () => {
      restTimer = null
      const { transform, width, height } = store.getState()
      isNear = transform[2] >= (isNear ? mountUntil : readable)
      const nodeIndexes = isNear ? nodesInViewport(scene, transform, width, height) : []
      const at = pinnedRef.current
      mounted.mount(at === -1 || nodeIndexes.includes(at) ? nodeIndexes : [...nodeIndexes, at])
    }
    updateRef.current = update
    const scheduleUpdate = () => {
      if (restTimer !== null) clearTimeout(restTimer)
      restTimer = setTimeout(update, restDelayMs)
    }
    scheduleUpdate()
    const end = watchViewport(store, scheduleUpdate)
    return () => {
      end()
      mounted.end()
      if (restTimer !== null) clearTimeout(restTimer)
      updateRef.current = () => {}
      setMounted({ scene, cards: noCards })
    }
  }, [scene, hasViewport, store])
  useEffect(() => {
    pinnedRef.current = pinned
    // The focused card is mounted immediately, even while the viewport is still moving to it.
    updateRef.current()
  }, [pinned])
  // Cards of the previous scene have outdated positions.
  return mountedOf.scene === scene ? mountedOf.cards : noCards
}
