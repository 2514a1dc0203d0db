/** Which cards are mounted: asked for where the flow is held, kept, and handed out in portions, so that no frame is late. */
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import type { Scene } from '#canvas/scene/scene.ts'

/** So many newcomers a frame: more would be felt in a gesture that begins at once. */
const portion = 24

export class MountedCards {
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
