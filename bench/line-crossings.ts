/** Crossings of straight lines from the right side of each source to the left side of its target, counted exactly. */

interface Drawing {
  x: Float64Array
  y: Float64Array
  source: Uint32Array
  target: Uint32Array
}

/** Side of the line a–b on which the point c is: above 0, below 0, on it 0. */
const side = (ax: number, ay: number, bx: number, by: number, [cx, cy]: readonly [number, number]): number =>
  Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))

/**
 * Lines that only touch, such as those with a common end, do not cross. Sweep line from left to right; all nodes have
 * the same size.
 */
export function crossingsOf(drawing: Drawing, size: { width: number; height: number }): number {
  const { x, y, source, target } = drawing
  const count = source.length
  const x1 = Float64Array.from(source, (node) => (x[node] ?? 0) + size.width)
  const y1 = Float64Array.from(source, (node) => (y[node] ?? 0) + size.height / 2)
  const x2 = Float64Array.from(target, (node) => x[node] ?? 0)
  const y2 = Float64Array.from(target, (node) => (y[node] ?? 0) + size.height / 2)
  const left = x1.map((at, line) => Math.min(at, x2[line] ?? 0))
  const right = x1.map((at, line) => Math.max(at, x2[line] ?? 0))
  const low = y1.map((at, line) => Math.min(at, y2[line] ?? 0))
  const high = y1.map((at, line) => Math.max(at, y2[line] ?? 0))
  const lines = Int32Array.from({ length: count }, (_, line) => line).toSorted(
    (a, b) => (left[a] ?? 0) - (left[b] ?? 0),
  )
  const cross = (a: number, b: number): boolean => {
    const [ax, ay, bx, by] = [x1[a] ?? 0, y1[a] ?? 0, x2[a] ?? 0, y2[a] ?? 0]
    const [cx, cy, dx, dy] = [x1[b] ?? 0, y1[b] ?? 0, x2[b] ?? 0, y2[b] ?? 0]
    return (
      side(ax, ay, bx, by, [cx, cy]) * side(ax, ay, bx, by, [dx, dy]) < 0 &&
      side(cx, cy, dx, dy, [ax, ay]) * side(cx, cy, dx, dy, [bx, by]) < 0
    )
  }
  let crossings = 0
  let open: number[] = []
  for (const line of lines) {
    const from = left[line] ?? 0
    const [top, bottom] = [low[line] ?? 0, high[line] ?? 0]
    open = open.filter((other) => (right[other] ?? 0) > from)
    for (const other of open)
      if ((low[other] ?? 0) < bottom && (high[other] ?? 0) > top && cross(line, other)) crossings += 1
    open.push(line)
  }
  return crossings
}
