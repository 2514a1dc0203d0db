/** Offsets of the values in a JSON text, used to find the line of a path. Pure. */

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

interface Level {
  isList: boolean
  /** The key or index of the next value. */
  nextKey: string
  /** The level is an object, and its next token is a key. */
  expectsKey: boolean
}

const nameOf = (path: readonly string[]): string => JSON.stringify(path)

/** Line and column of an offset, both from 1. */
export function jsonPositionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/**
 * Returns a function that maps a path to the offset of its value, or of the nearest ancestor in the text. `text`
 * must be valid JSON.
 */
export function jsonOffsets(text: string): (path: readonly string[]) => number {
  const places = new Map<string, number>()
  const levels: Level[] = []
  const isKey = () => levels.at(-1)?.expectsKey === true
  const recordOffset = (offset: number) => places.set(nameOf(levels.map(({ nextKey }) => nextKey)), offset)
  for (const match of text.matchAll(token)) {
    const [part] = match
    const level = levels.at(-1)
    if (part === '}' || part === ']') levels.pop()
    else if (part === ',' && level) {
      if (level.isList) level.nextKey = String(Number(level.nextKey) + 1)
      else level.expectsKey = true
    } else if (part === ':') continue
    else if (isKey() && level) {
      level.nextKey = String(JSON.parse(part))
      level.expectsKey = false
    } else {
      recordOffset(match.index)
      if (part === '{') levels.push({ isList: false, nextKey: '', expectsKey: true })
      if (part === '[') levels.push({ isList: true, nextKey: '0', expectsKey: false })
    }
  }
  return (path) => {
    for (let length = path.length; length > 0; length -= 1) {
      const offset = places.get(nameOf(path.slice(0, length)))
      if (offset !== undefined) return offset
    }
    return places.get(nameOf([])) ?? 0
  }
}
