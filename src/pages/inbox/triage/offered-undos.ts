/** Undos of the last changes, newest last: for the shortcut, beside the buttons of their toasts. */
const offered: (() => void)[] = []

/** Offers an undo until the returned function is called. */
export function offerUndo(undo: () => void): () => void {
  offered.push(undo)
  return () => {
    const place = offered.indexOf(undo)
    if (place !== -1) offered.splice(place, 1)
  }
}

/**
 * Offers the undo of a change that is not saved yet: `onAsk` is called at once. The returned function ends the offer,
 * and returns whether the undo was asked for.
 */
export function offerEarlyUndo(onAsk: () => void): () => boolean {
  let wasAsked = false
  const withdraw = offerUndo(() => {
    wasAsked = true
    withdraw()
    onAsk()
  })
  return () => {
    withdraw()
    return wasAsked
  }
}

/** Undoes the newest change; false if no undo is offered. */
export function undoLastChange(): boolean {
  const undo = offered.at(-1)
  undo?.()
  return undo !== undefined
}
