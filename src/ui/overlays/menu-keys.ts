/** Keyboard navigation in a menu. Pure. */

/**
 * The index of the item that a key leads to: arrows wrap around, Home and End go to the ends, typed letters to the next
 * item that begins with them. `at` is the index of the current item, -1 for none. Null = no effect.
 */
export function itemOfKey(key: string, at: number, labels: readonly string[]): number | null {
  const count = labels.length
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count
    case 'ArrowUp':
      return at <= 0 ? count - 1 : at - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return itemOfLetters(key, at, labels)
  }
}

/** A repeated letter moves to the next item; a longer prefix may stay on the current one. */
function itemOfLetters(letters: string, at: number, labels: readonly string[]): number | null {
  const wanted = letters.toLocaleLowerCase()
  const from = [...letters].length === 1 ? at + 1 : Math.max(at, 0)
  const order = labels.map((_label, index) => (from + index) % labels.length)
  return order.find((index) => labels[index]?.trim().toLocaleLowerCase().startsWith(wanted)) ?? null
}
