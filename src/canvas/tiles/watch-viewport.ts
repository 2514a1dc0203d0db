/** Time in ms without movement after which a gesture has ended; a pause within a gesture is shorter. */
export const restDelayMs = 120

/** Part of React Flow's store: position and size of the canvas. */
interface ViewportState {
  transform: readonly [x: number, y: number, zoom: number]
  width: number
  height: number
}

interface ViewportStore {
  subscribe: (listener: (state: ViewportState, previous: ViewportState) => void) => () => void
}

/** Calls back whenever the viewport moves or changes its size; returns the function that stops it. */
export const watchViewport = (store: ViewportStore, onMove: () => void): (() => void) =>
  store.subscribe((state, previous) => {
    if (state.transform !== previous.transform || state.width !== previous.width || state.height !== previous.height)
      onMove()
  })
