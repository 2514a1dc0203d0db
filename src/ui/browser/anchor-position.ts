/** Position of a floating element beside its anchor. */

export type AnchorSide = 'top' | 'right' | 'bottom' | 'left'

const gap = 6
/** Margin at the edges of the window. */
const margin = 8

interface Size {
  width: number
  height: number
}

interface Corner {
  left: number
  top: number
}

type Box = Corner & Size

const opposite: Record<AnchorSide, AnchorSide> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

function cornerAt(side: AnchorSide, anchor: Box, size: Size): Corner {
  const middleX = anchor.left + anchor.width / 2 - size.width / 2
  const middleY = anchor.top + anchor.height / 2 - size.height / 2
  switch (side) {
    case 'top':
      return { left: middleX, top: anchor.top - gap - size.height }
    case 'bottom':
      return { left: middleX, top: anchor.top + anchor.height + gap }
    case 'left':
      return { left: anchor.left - gap - size.width, top: middleY }
    case 'right':
      return { left: anchor.left + anchor.width + gap, top: middleY }
  }
}

const clamp = (at: number, size: number, room: number): number => Math.max(margin, Math.min(at, room - size - margin))

/**
 * The corner of a box beside its anchor: on the other side if there is no space, and always within the window. Pixels.
 * Pure.
 */
export function besideAnchor(anchor: Box, size: Size, side: AnchorSide, room: Size): Corner {
  const fits = ({ left, top }: Corner) =>
    side === 'top' || side === 'bottom'
      ? top >= 0 && top + size.height <= room.height
      : left >= 0 && left + size.width <= room.width
  const wanted = cornerAt(side, anchor, size)
  const corner = fits(wanted) ? wanted : cornerAt(opposite[side], anchor, size)
  return { left: clamp(corner.left, size.width, room.width), top: clamp(corner.top, size.height, room.height) }
}

/** The corner of a box under its anchor, aligned to its start or end; above if there is no space. Pixels. Pure. */
export function underAnchor(anchor: Box, size: Size, align: 'start' | 'end', room: Size): Corner {
  const { top } = besideAnchor(anchor, size, 'bottom', room)
  const left = align === 'start' ? anchor.left : anchor.left + anchor.width - size.width
  return { left: clamp(left, size.width, room.width), top }
}

/** Heights of a list in pixels: above its anchor it is lower, so that it does not cover the header of the page. */
const listHeight = { least: 240, above: 360, most: 520 }

/** Maximum height of a list under its anchor; it is above only if there is more space. Pixels. Pure. */
export function listRoom({ top, height }: Pick<Box, 'top' | 'height'>, roomHeight: number): number {
  const below = roomHeight - top - height - gap - margin
  const above = top - gap - margin
  return below >= Math.min(listHeight.least, above)
    ? Math.min(listHeight.most, below)
    : Math.min(listHeight.above, above)
}

function put(element: HTMLElement, corner: (size: Size, room: Size) => Corner): void {
  // Layout size: a running animation does not affect it.
  const { offsetWidth: width, offsetHeight: height } = element
  const { left, top } = corner({ width, height }, { width: window.innerWidth, height: window.innerHeight })
  element.style.left = `${left}px`
  element.style.top = `${top}px`
}

/** Positions a fixed element beside its anchor. */
export const placeBeside = (element: HTMLElement, anchor: Box, side: AnchorSide): void =>
  put(element, (size, room) => besideAnchor(anchor, size, side, room))

/** Positions a fixed element under its anchor. */
export const placeUnder = (element: HTMLElement, anchor: Box, align: 'start' | 'end'): void =>
  put(element, (size, room) => underAnchor(anchor, size, align, room))
