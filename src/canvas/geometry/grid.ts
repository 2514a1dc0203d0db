/** The dots of the ground: every 20 canvas pixels, further apart where they would run together. Pure. */

const step = 20
/** Dots stay this far apart on the screen, at the least. */
const least = 14

/** Screen pixels from dot to dot; the first lies half of them from the origin. */
export function gridGap(zoom: number): number {
  let gap = step * zoom
  while (gap < least) gap *= 2
  return gap
}
