/** Round values for an axis. Pure. */

/** Multiples for round steps, times a power of ten. */
const steps = [1, 2, 4, 5, 8, 10]
/** Maximum intervals between grid lines: five lines are enough to read a height. */
const maxSpaces = 4

/** The smallest round step that spans `size` in at most `spaces` intervals; integers, because amounts are in micros. */
function stepFor(size: number, spaces: number): number {
  const least = Math.max(1, size / spaces)
  const power = 10 ** Math.floor(Math.log10(least))
  return (steps.find((step) => step * power >= least) ?? 10) * power
}

/**
 * Grid lines from the lowest to the highest value, including 0. At least one interval, so that a flat chart has an
 * axis.
 */
export function gridLines(lowest: number, highest: number): number[] {
  const low = Math.min(0, lowest)
  const high = Math.max(0, highest)
  // With values below zero, rounding on both sides may cost one interval.
  const step = stepFor(high - low, low < 0 ? maxSpaces - 1 : maxSpaces)
  const from = Math.floor(low / step)
  const to = Math.max(Math.ceil(high / step), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step)
}

/** Up to this number of bars, each bar has a label. */
const minGap = 5
/** Number of intervals between labels of more bars: the first, the last and about three between. */
const spacesBelow = 4.3

/** Indexes of the labelled bars among `count`: the first, then in equal steps, and the last. */
export function labelledBars(count: number): number[] {
  if (count <= 0) return []
  if (count <= minGap) return Array.from({ length: count }, (_, index) => index)
  const step = Math.max(1, Math.ceil(count / spacesBelow))
  const places: number[] = []
  for (let index = 0; index <= count - 1 - step * 0.7; index += step) places.push(index)
  return [...places, count - 1]
}
