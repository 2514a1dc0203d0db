/** Binary search in sorted lists. Pure. */

/** Index of the last value that is at most `value`; -1 if there is none. */
export function lastUpTo(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Index of the first value that is at least `value`; if there is none, the length of the list. */
export function firstFrom(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
