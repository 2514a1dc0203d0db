import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect } from 'react'
import { Trackpad } from './trackpad.ts'

/** Lets a two-finger swipe on a trackpad pan, where React Flow would zoom. */
export function useTrackpad(hold: () => void): void {
  const flow = useReactFlow()
  const box = useStore((state) => state.domNode)
  useEffect(() => {
    if (box === null) return
    const pad = new Trackpad()
    const onWheel = (event: WheelEvent) => {
      if (!pad.moves(event)) return
      // Otherwise the browser would navigate back, and React Flow zoom.
      event.preventDefault()
      event.stopPropagation()
      hold()
      const { x, y, zoom } = flow.getViewport()
      void flow.setViewport({ x: x - event.deltaX, y: y - event.deltaY, zoom })
    }
    box.addEventListener('wheel', onWheel, { capture: true, passive: false })
    return () => box.removeEventListener('wheel', onWheel, { capture: true })
  }, [box, flow, hold])
}
