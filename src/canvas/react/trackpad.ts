/** Distinguishes a two-finger swipe on a trackpad, which pans, from a mouse wheel, which zooms. */
import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect } from 'react'

/** Maximum time between two events of one swipe, in ms. */
const swipeMs = 200
/** A notch of a wheel is more pixels than this, the beginning of a swipe fewer. */
const notch = 40

type WheelInput = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey' | 'metaKey' | 'timeStamp'>

/**
 * Browsers do not report the device, but only a trackpad also scrolls sideways. After the first sideways swipe,
 * vertical swipes pan too; before that they zoom, like a wheel.
 */
export class Trackpad {
  #isKnown = false
  #isSwipe = false
  #last = -Infinity

  /** Whether this event pans. Browsers set Ctrl for a pinch gesture, which zooms. */
  isSwipe({ deltaX, deltaY, ctrlKey, metaKey, timeStamp }: WheelInput): boolean {
    if (ctrlKey || metaKey) return false
    const begins = timeStamp - this.#last > swipeMs
    this.#last = timeStamp
    if (deltaX !== 0) {
      this.#isKnown ||= Math.abs(deltaX) < notch
      this.#isSwipe = true
    } else if (begins) this.#isSwipe = this.#isKnown && Math.abs(deltaY) < notch
    return this.#isSwipe
  }
}

/** Lets a two-finger swipe on a trackpad pan, where React Flow would zoom. */
export function useTrackpad(stopAutoFit: () => void): void {
  const flow = useReactFlow()
  const box = useStore((state) => state.domNode)
  useEffect(() => {
    if (box === null) return
    const pad = new Trackpad()
    const onWheel = (event: WheelEvent) => {
      if (!pad.isSwipe(event)) return
      // Otherwise the browser would navigate back, and React Flow zoom.
      event.preventDefault()
      event.stopPropagation()
      stopAutoFit()
      const { x, y, zoom } = flow.getViewport()
      void flow.setViewport({ x: x - event.deltaX, y: y - event.deltaY, zoom })
    }
    box.addEventListener('wheel', onWheel, { capture: true, passive: false })
    return () => box.removeEventListener('wheel', onWheel, { capture: true })
  }, [box, flow, stopAutoFit])
}
