/** Dot grid of the background: every 20 canvas pixels, wider when zoomed out. Pure. */

const step = 20
/** Minimum distance of dots on the screen. */
const least = 14

/** Distance of dots in screen pixels; the first is half of it from the origin. */
export function gridGap(zoom: number): number {
  let gap = step * zoom
  while (gap < least) gap *= 2
  return gap
}
