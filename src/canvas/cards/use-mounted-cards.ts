import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState, useMemo } from 'react'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { readable } from '#canvas/geometry/detail.ts'
import { nodeCountOf, isFrameAt, type Scene } from '#canvas/scene/scene.ts'
import { restMs, watchViewport } from '#canvas/tiles/watch-viewport.ts'
import type { EmphasisSources } from '#canvas/scene/node-emphasis.ts'
import { elementOf, withEmphasis, type CardNode } from './flow-elements.ts'

/** Maximum cards mounted per frame: more would cause jank in a gesture. */
const portion = 24

/**
 * Mounted cards: read from the worker that holds the flow, cached, and mounted in portions so that no frame is late.
 */
class MountedCards {
  readonly #scene: Pick<Scene, 'cards'>
  readonly #onChange: (cards: readonly CanvasNode[]) => void
  /** Cache of all requested cards: panning back does not request them again. */
  readonly #known = new Map<number, CanvasNode>()
  #wanted: readonly number[] = []
  #shown: readonly CanvasNode[] = []
  #frame: number | null = null
  #isOver = false

  constructor(scene: Pick<Scene, 'cards'>, onChange: (cards: readonly CanvasNode[]) => void) {
    this.#scene = scene
    this.#onChange = onChange
  }

  /** Sets the cards to mount, by index. */
  want(places: readonly number[]): void {
    this.#wanted = places
    const missing = places.filter((place) => !this.#known.has(place))
    if (missing.length === 0) this.#step()
    else
      this.#scene.cards(missing).then(
        (cards) => {
          for (const [at, place] of missing.entries()) {
            const card = cards[at]
            if (card !== undefined) this.#known.set(place, card)
          }
          this.#step()
        },
        // The worker no longer has the flow: the bitmap stays, and the page shows what to do.
        () => null,
      )
  }

  end(): void {
    this.#isOver = true
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
  }

  /** Unmounts the cards that are no longer wanted, and mounts a portion of the others. */
  #step(): void {
    if (this.#isOver) return
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
    this.#frame = null
    const before = new Set(this.#shown)
    let room = portion
    const next = this.#wanted.flatMap((place) => {
      const card = this.#known.get(place)
      if (card === undefined) return []
      if (before.has(card)) return [card]
      room -= 1
      return room >= 0 ? [card] : []
    })
    const isSame = next.length === this.#shown.length && next.every((card, at) => card === this.#shown[at])
    if (!isSame) {
      this.#shown = next
      this.#onChange(next)
    }
    if (room < 0) this.#frame = requestAnimationFrame(() => this.#step())
  }
}

/** React Flow's nodes: the mounted cards with their current emphasis. `prefix`: of the element ids. */
export function useCardNodes(scene: Scene, worn: EmphasisSources, prefix: string): CardNode[] {
  const cards = useMountedCards(scene, worn.chosen)
  // oxlint-disable-next-line react/exhaustive-deps -- elements are kept until the scene or the prefix changes
  const made = useMemo(() => new Map<number, CardNode>(), [scene, prefix])
  return useMemo(
    () =>
      cards.map((card) => {
        const element = made.get(card.index) ?? elementOf(card, prefix)
        made.set(card.index, element)
        return withEmphasis(element, worn)
      }),
    [cards, made, prefix, worn],
  )
}

/**
 * Zoom at which cards are unmounted: below the one at which they are mounted, so that they do not flicker at the
 * threshold.
 */
const mountUntil = 0.55
/** Maximum mounted cards; with more in the viewport, all of them are only painted. */
const maxMounted = 150

const none: readonly CanvasNode[] = []

/**
 * Indexes of the nodes in the viewport, without frames, which stay painted; empty if there are more than `maxMounted`.
 */
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
 * The mounted cards: the readable ones in the viewport once it rests, and always the one at `pinned` (-1 = none), which
 * has the focus.
 */
function useMountedCards(scene: Scene, pinned: number): readonly CanvasNode[] {
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
    // The focused card is mounted immediately, even while the viewport is still moving to it.
    settleNow.current()
  }, [pinned])
  // Cards of the previous scene have outdated positions.
  return mountedOf.scene === scene ? mountedOf.cards : none
}
