/** Statistics of several measurements. */

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

/** The median, or the higher of two middle values; `none` without measurements. */
export const median = (values: readonly number[], none = 0): number => sorted(values)[values.length >> 1] ?? none

/** The percentile for `share` (0 to 1); 0 without measurements. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
