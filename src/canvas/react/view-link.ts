import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { useEffect } from 'react'

/** A window that stands still moves to whole pixels: that is no move of its own. */
const settling = 1.01
/** Less than anybody can see. */
const rounding = 0.001

const isSame = (a: Viewport, b: Viewport): boolean =>
  Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < settling && Math.abs(a.zoom - b.zoom) < rounding

/** As long as one moves, and for a moment after it, the others only follow: what they say then is what they were told before, ms. */
const followingMs = 400

/** Windows of canvases that move together: what one shows, all show. */
export class ViewLink {
  readonly #members = new Set<(viewport: Viewport) => void>()
  /** Who moved last, and when. */
  #last: { by: (viewport: Viewport) => void; at: number } | null = null

  /** `show` puts a window where another one is; returns what ends it. */
  join(show: (viewport: Viewport) => void): () => void {
    this.#members.add(show)
    return () => void this.#members.delete(show)
  }

  /** Said by a member whose window moved. */
  tell(from: (viewport: Viewport) => void, viewport: Viewport): void {
    const now = performance.now()
    if (this.#last !== null && this.#last.by !== from && now - this.#last.at < followingMs) return
    this.#last = { by: from, at: now }
    for (const show of this.#members) if (show !== from) show(viewport)
  }
}

/** Lets the window of this canvas move with others; `onShown` = it was moved by them. */
export function useViewLink(link: ViewLink | null, onShown: () => void): void {
  const flow = useReactFlow()
  const store = useStoreApi()
  useEffect(() => {
    if (link === null) return undefined
    /** Where another one is: arriving there is no move of its own, whenever that is. */
    let told: Viewport | null = null
    const show = (viewport: Viewport) => {
      told = viewport
      onShown()
      void flow.setViewport(viewport)
    }
    const leave = link.join(show)
    const end = store.subscribe(({ transform }, before) => {
      if (transform === before.transform) return
      const [x, y, zoom] = transform
      if (told !== null && isSame(told, { x, y, zoom })) return
      told = null
      link.tell(show, { x, y, zoom })
    })
    return () => {
      end()
      leave()
    }
  }, [link, flow, store, onShown])
}
