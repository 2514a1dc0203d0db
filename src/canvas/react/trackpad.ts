/** Tells the swipe of two fingers on a trackpad, which moves the window, from the turn of a wheel, which zooms. Pure. */

/** Events of one swipe follow each other within this time, milliseconds. */
const swipeMs = 200
/** A notch of a wheel is more pixels than this, the beginning of a swipe fewer. */
const notch = 40

type Turn = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'ctrlKey' | 'metaKey' | 'timeStamp'>

/**
 * Browsers do not say what turned: only a trackpad moves aside as well. Who did that once has a trackpad, and from then on
 * swipes straight up or down count too; before, they zoom, as a wheel does.
 */
export class Trackpad {
  #isKnown = false
  #isSwipe = false
  #last = -Infinity

  /** Whether this event moves the window. Ctrl is what browsers set for two fingers that part: that zooms. */
  moves({ deltaX, deltaY, ctrlKey, metaKey, timeStamp }: Turn): boolean {
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
