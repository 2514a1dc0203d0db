import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { useEffect } from 'react'

/** Offset in pixels below which a viewport did not move: a resting viewport is aligned to whole pixels. */
const alignmentTolerance = 1.01
/** Difference of zoom that is too small to see. */
const rounding = 0.001

const isSame = (a: Viewport, b: Viewport): boolean =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < alignmentTolerance && Math.abs(a.zoom - b.zoom) < rounding

/** Time in ms after a move of one member in which the events of the others are echoes and are ignored. */
const echoMs = 400

/** Synchronizes the viewports of several canvases. */
export class ViewLink {
  readonly #members = new Set<(viewport: Viewport) => void>()
  /** The last member that moved, and when. */
  #last: { by: (viewport: Viewport) => void; at: number } | null = null

  /** The viewport of all members. */
  #viewport: Viewport | null = null

  /**
   * `show` sets the viewport of a member, which is `viewport` now; returns the function that removes it. Of a new
   * member's viewport and that of the others, all get the one with the smaller zoom, which shows more.
   */
  join(show: (viewport: Viewport) => void, viewport: Viewport): () => void {
    const shared = this.#members.size === 0 ? null : this.#viewport
    if (shared !== null && shared.zoom <= viewport.zoom) show(shared)
    else this.#share(show, viewport)
    this.#members.add(show)
    return () => void this.#members.delete(show)
  }

  #share(from: (viewport: Viewport) => void, viewport: Viewport): void {
    this.#viewport = viewport
    for (const show of this.#members) if (show !== from) show(viewport)
  }

  /** Called by a member whose viewport moved. */
  publish(from: (viewport: Viewport) => void, viewport: Viewport): void {
    const now = performance.now()
    if (this.#last !== null && this.#last.by !== from && now - this.#last.at < echoMs) return
    this.#last = { by: from, at: now }
    this.#share(from, viewport)
  }
}

/** Links the viewport of this canvas with others; `onShown` is called when they move it. */
export function useViewLink(link: ViewLink | null, onShown: () => void): void {
  const flow = useReactFlow()
  const store = useStoreApi()
  useEffect(() => {
    if (link === null) return undefined
    /** The viewport of another member: reaching it does not count as a move. */
    let received: Viewport | null = null
    const show = (viewport: Viewport) => {
      received = viewport
      onShown()
      void flow.setViewport(viewport)
    }
    const leave = link.join(show, flow.getViewport())
    const end = store.subscribe(({ transform }, before) => {
      if (transform === before.transform) return
      const [x, y, zoom] = transform
      if (received !== null && isSame(received, { x, y, zoom })) return
      received = null
      link.publish(show, { x, y, zoom })
    })
    return () => {
      end()
      leave()
    }
  }, [link, flow, store, onShown])
}
