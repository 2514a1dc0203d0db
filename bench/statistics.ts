/** What benches make of several measurements. */

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

/** The one in the middle, of two the higher; `none` where nothing was measured. */
export const median = (values: readonly number[], none = 0): number => sorted(values)[values.length >> 1] ?? none

/** The one that `share` (0 to 1) of them do not exceed; 0 where nothing was measured. */
export const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
