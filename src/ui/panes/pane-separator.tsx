import { useEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent, type PointerEvent } from 'react'
import './pane-grip.css'
import type { Pane } from './pane.ts'
import { clampWidth, paneLimits, widthAfterKey } from './pane-width.ts'

function onWindowResize(listener: () => void): () => void {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The width of the pane that contains the separator. */
function usePaneWidth() {
  const grip = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const measure = () => grip.current?.parentElement?.offsetWidth ?? 0
  useEffect(() => {
    const pane = grip.current?.parentElement
    if (pane == null) return undefined
    const observer = new ResizeObserver(() => setWidth(pane.offsetWidth))
    observer.observe(pane)
    return () => observer.disconnect()
  }, [])
  return { grip, width, measure }
}

export interface PaneSeparatorProps {
  pane: Pane
  /** The edge of the pane that it is on. */
  edge: 'left' | 'right'
  /** Its accessible name: "Width of the list". */
  label: string
}

/**
 * The separator on an edge of a pane: dragged, or moved by arrow keys, Home and End; a double-click resets the width. A
 * child of the pane, which is positioned and does not clip it.
 */
export function PaneSeparator({ pane, edge, label }: PaneSeparatorProps) {
  const { grip, width, measure } = usePaneWidth()
  const windowWidth = useSyncExternalStore(onWindowResize, () => window.innerWidth)
  const limits = paneLimits(pane, windowWidth)
  const drag = useRef<{ x: number; width: number; latest: number | null } | null>(null)
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    // Otherwise the drag would select text.
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: measure(), latest: null }
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    const from = drag.current
    if (from === null) return
    const moved = edge === 'right' ? clientX - from.x : from.x - clientX
    if (moved === 0 && from.latest === null) return
    from.latest = clampWidth(from.width + moved, limits)
    pane.show(String(from.latest))
  }
  const onDragEnd = () => {
    const latest = drag.current?.latest ?? null
    drag.current = null
    if (latest !== null) pane.stored.set(String(latest))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = widthAfterKey(event.key, measure(), { limits, edge })
    if (next === null) return
    event.preventDefault()
    pane.stored.set(String(next))
  }
  return (
    <div
      ref={grip}
      className="pane-grip"
      data-edge={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuetext={`${width} pixels`}
      title={`${width} px. Drag to resize, double-click to reset.`}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onDragEnd}
      onLostPointerCapture={onDragEnd}
      onKeyDown={onKeyDown}
      onDoubleClick={() => pane.stored.set('')}
    />
  )
}
