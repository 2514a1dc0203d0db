/** Stable in-place sort of numbers by key, without a comparator; linear for sorted input. */

/** Below this length, insertion sort is fastest. */
const insertionLimit = 16

function insertion(items: Int32Array, key: Float64Array, from: number, to: number): void {
  for (let at = from + 1; at < to; at += 1) {
    const item = items[at] ?? 0
    const own = key[item] ?? 0
    let back = at - 1
    for (; back >= from && (key[items[back] ?? 0] ?? 0) > own; back -= 1) items[back + 1] = items[back] ?? 0
    items[back + 1] = item
  }
}

/** Merges two adjacent sorted runs; `scratch` has room for the first. */
function merge(
  items: Int32Array,
  key: Float64Array,
  [from, middle, to]: [number, number, number],
  scratch: Int32Array,
): void {
  if ((key[items[middle - 1] ?? 0] ?? 0) <= (key[items[middle] ?? 0] ?? 0)) return
  const left = middle - from
  scratch.set(items.subarray(from, middle))
  let [one, other, at] = [0, middle, from]
  while (one < left && other < to) {
    const [a, b] = [scratch[one] ?? 0, items[other] ?? 0]
    if ((key[a] ?? 0) <= (key[b] ?? 0)) {
      items[at] = a
      one += 1
    } else {
      items[at] = b
      other += 1
    }
    at += 1
  }
  for (; one < left; one += 1, at += 1) items[at] = scratch[one] ?? 0
}

/** Sorts `items` from index `from` to `to` (exclusive) by `key[item]`. `scratch` is as long as `items`. */
export function stableSort(items: Int32Array, key: Float64Array, from: number, to: number, scratch: Int32Array): void {
  for (let at = from; at < to; at += insertionLimit) insertion(items, key, at, Math.min(at + insertionLimit, to))
  for (let run = insertionLimit; run < to - from; run *= 2)
    for (let at = from; at + run < to; at += 2 * run)
      merge(items, key, [at, at + run, Math.min(at + 2 * run, to)], scratch)
}
