import type { useStoreApi } from '@xyflow/react'

/** A gesture has ended when nothing moved for so long; shorter would be a pause within one. */
export const restMs = 120

/** Calls back whenever the window moves or changes its size; returns what ends it. */
export const watchViewport = (store: ReturnType<typeof useStoreApi>, onMove: () => void): (() => void) =>
  store.subscribe((state, before) => {
    if (state.transform !== before.transform || state.width !== before.width || state.height !== before.height) onMove()
  })
