const dayMs = 24 * 60 * 60 * 1000

/** Whole days until a time (in ms), between 1 and `most`: clocks may differ. Pure. */
export const daysUntil = (time: number, now: number, most: number): number =>
  Math.min(most, Math.max(1, Math.ceil((time - now) / dayMs)))
