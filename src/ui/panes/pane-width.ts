/** Limits of the width of a pane, and the steps of its separator. Pure. */

export interface PaneRange {
  /** Smallest width in px, also where `share` would be less. */
  min: number
  /** Largest share of the window's width. */
  share: number
}

export interface PaneLimits {
  min: number
  max: number
}

/** How far an arrow key moves a separator, in px. */
const arrowStep = 16

/** The limits in a window of this width. */
export const paneLimits = ({ min, share }: PaneRange, windowWidth: number): PaneLimits => ({
  min,
  max: Math.max(min, Math.floor(windowWidth * share)),
})

export const clampWidth = (width: number, { min, max }: PaneLimits): number =>
  Math.round(Math.min(Math.max(width, min), max))

/**
 * The width after a key; null = the key does not move the separator.
 * @param edge the edge of the pane that the separator is on
 */
export function widthAfterKey(
  key: string,
  width: number,
  { limits, edge }: { limits: PaneLimits; edge: 'left' | 'right' },
): number | null {
  const outwards = edge === 'right' ? arrowStep : -arrowStep
  if (key === 'ArrowRight') return clampWidth(width + outwards, limits)
  if (key === 'ArrowLeft') return clampWidth(width - outwards, limits)
  if (key === 'Home') return limits.min
  return key === 'End' ? limits.max : null
}
