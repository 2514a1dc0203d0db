/** A gesture has ended when nothing moved for so long; shorter would be a pause within one. */
export const restMs = 120

/** Of React Flow's store: where the canvas is and how large. */
interface ViewportState {
  transform: readonly [x: number, y: number, zoom: number]
  width: number
  height: number
}

interface ViewportStore {
  subscribe: (listener: (state: ViewportState, previous: ViewportState) => void) => () => void
}

/** Calls back whenever the viewport moves or changes its size; returns what ends it. */
export const watchViewport = (store: ViewportStore, onMove: () => void): (() => void) =>
  store.subscribe((state, previous) => {
    if (state.transform !== previous.transform || state.width !== previous.width || state.height !== previous.height)
      onMove()
  })
