import { useStoreApi } from '@xyflow/react'
import { useRef, useState, type KeyboardEvent, type MouseEvent, type PointerEvent, type ReactNode } from 'react'
import type { Point, Box } from '#canvas/geometry/box-geometry.ts'

/** Minimum distance in pixels at which a press becomes a drag, since fingers are unsteady. */
const dragThreshold = 6

interface SelectAreaProps {
  className: string
  /** Level of detail at the current zoom, for the styles of the canvas. */
  detail: string
  /** Whether the next drag draws a box even without Shift; null = nothing can be selected. */
  isOn: boolean | null
  /** Called with a drawn box, in client coordinates: pixels from the corner of the browser's viewport. */
  onArea: (box: Box) => void
  /** Called for a press with Shift, or while `isOn`, that did not become a drag. */
  onPress: (at: { clientX: number; clientY: number }) => void
  /** Called for Esc while `isOn`. */
  onLeave: () => void
  children: ReactNode
}

const boxOf = (from: Point, to: Point): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
})

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY })

/** Draws a box with Shift, or while `isOn`; `box` null = not drawing. */
function useBoxDrawing({ isOn, onArea, onPress, onLeave }: SelectAreaProps) {
  const drag = useRef<{ pointer: number; from: Point; corner: Point } | null>(null)
  /** Relative to the corner of the canvas. */
  const [box, setBox] = useState<Box | null>(null)
  const isOwnPress = useRef(false)
  const store = useStoreApi()
  const end = () => {
    drag.current = null
    setBox(null)
  }
  const onPointerDownCapture = (event: PointerEvent<HTMLElement>) => {
    const { target, currentTarget, button, isPrimary, pointerId } = event
    isOwnPress.current = drag.current !== null
    if (isOn === null || !(isOn || event.shiftKey) || button !== 0 || !isPrimary || drag.current !== null) return
    if (!(target instanceof Element) || target.closest('.react-flow__renderer') === null) return
    drag.current = { pointer: pointerId, from: pointOf(event), corner: currentTarget.getBoundingClientRect() }
    isOwnPress.current = true
    currentTarget.setPointerCapture(pointerId)
    // React Flow does not get the press, so the canvas is focused here to receive keys.
    store.getState().domNode?.focus({ preventScroll: true })
    event.stopPropagation()
  }
  const onPointerMove = (event: PointerEvent) => {
    const { current } = drag
    if (current?.pointer !== event.pointerId) return
    const drawn = boxOf(current.from, pointOf(event))
    if (box !== null || Math.hypot(drawn.width, drawn.height) > dragThreshold)
      setBox({ ...drawn, x: drawn.x - current.corner.x, y: drawn.y - current.corner.y })
  }
  const onPointerUp = (event: PointerEvent) => {
    const { current } = drag
    if (current?.pointer !== event.pointerId) return
    end()
    if (box === null) onPress(event)
    else onArea(boxOf(current.from, pointOf(event)))
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (isOn !== true && drag.current === null)) return
    event.preventDefault()
    event.stopPropagation()
    if (drag.current === null) onLeave()
    else end()
  }
  /** Stops an event that would make React Flow pan or report a click. */
  const stopOwnPress = (event: { stopPropagation: () => void }) => {
    if (isOwnPress.current) event.stopPropagation()
  }
  const onMouseDownCapture = (event: MouseEvent) => {
    stopOwnPress(event)
    // Shift would select text.
    if (isOwnPress.current) event.preventDefault()
  }
  const on = {
    onPointerDownCapture,
    onPointerMove,
    onPointerUp,
    onPointerCancel: end,
    onKeyDownCapture,
    onMouseDownCapture,
    onTouchStartCapture: stopOwnPress,
    onClickCapture: stopOwnPress,
  }
  return { box, on }
}

/**
 * The canvas with its layers. A drag with Shift, or while `isOn`, draws a box over the canvas instead of panning.
 */
export function SelectArea(props: SelectAreaProps) {
  const { className, detail, isOn, children } = props
  const { box, on } = useBoxDrawing(props)
  return (
    <div className={isOn === true ? `${className} selecting` : className} data-detail={detail} {...on}>
      {children}
      {box !== null && (
        <div className="canvas-area" style={{ left: box.x, top: box.y, width: box.width, height: box.height }} />
      )}
    </div>
  )
}
