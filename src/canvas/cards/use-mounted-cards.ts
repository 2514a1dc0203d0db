import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState, useMemo } from 'react'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { readable } from '#canvas/geometry/detail.ts'
import { nodeCountOf, isFrameAt, type Scene } from '#canvas/scene/scene.ts'
import { restMs, watchViewport } from '#canvas/tiles/watch-viewport.ts'
import type { EmphasisSources } from '#canvas/scene/node-emphasis.ts'
import { elementOf, withEmphasis, type CardNode } from './flow-elements.ts'

/** So many newcomers a frame: more would be felt in a gesture that begins at once. */
const portion = 24

/** The cards that are mounted: read from the worker that holds the flow, cached, and mounted in portions so that no frame is late. */
class MountedCards {
  readonly #scene: Pick<Scene, 'cards'>
  readonly #onChange: (cards: readonly CanvasNode[]) => void
  /** All that were ever asked for: a pan there and back asks once. */
  readonly #known = new Map<number, CanvasNode>()
  #wanted: readonly number[] = []
  #shown: readonly CanvasNode[] = []
  #frame: number | null = null
  #isOver = false

  constructor(scene: Pick<Scene, 'cards'>, onChange: (cards: readonly CanvasNode[]) => void) {
    this.#scene = scene
    this.#onChange = onChange
  }

  /** The cards that are to be mounted from now on, by their places. */
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
        // The flow is no longer held: the picture stays, and the page says what to do.
        () => null,
      )
  }

  end(): void {
    this.#isOver = true
    if (this.#frame !== null) cancelAnimationFrame(this.#frame)
  }

  /** Takes away what is no longer wanted, and adds a portion of what is. */
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

/** React Flow's nodes: the cards that can be read now, in the dress of the moment. `prefix` begins the ids of elements. */
export function useCardNodes(scene: Scene, worn: EmphasisSources, prefix: string): CardNode[] {
  const cards = useMountedCards(scene, worn.chosen)
  // oxlint-disable-next-line react/exhaustive-deps -- elements are kept as long as the scene and the names of elements
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
    // What is walked to is there at once, also while the window still moves to it.
    settleNow.current()
  }, [pinned])
  // Those of the scene before stand where nothing is now.
  return mountedOf.scene === scene ? mountedOf.cards : none
}
