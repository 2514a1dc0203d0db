/**
 * Indexes grouped by owner, in two arrays: the group of `owner` is in `items`, from `start[owner]` to
 * `start[owner + 1]`.
 */
export interface Buckets {
  start: Int32Array
  items: Int32Array
}

/** Groups the indexes of `owners` by owner, in order. Owners outside 0…count-1 are ignored. */
export function bucketsOf(count: number, owners: Int32Array): Buckets {
  const start = new Int32Array(count + 1)
  let listed = 0
  for (const owner of owners) {
    if (owner < 0 || owner >= count) continue
    start[owner + 1] = (start[owner + 1] ?? 0) + 1
    listed += 1
  }
  for (let owner = 0; owner < count; owner += 1) start[owner + 1] = (start[owner + 1] ?? 0) + (start[owner] ?? 0)
  const next = start.slice()
  const items = new Int32Array(listed)
  for (let index = 0; index < owners.length; index += 1) {
    const owner = owners[index] ?? -1
    if (owner < 0 || owner >= count) continue
    const at = next[owner] ?? 0
    items[at] = index
    next[owner] = at + 1
  }
  return { start, items }
}
