/** The keys of the objects that are open while JSON text is scanned. */

/** Below this many keys a list is searched faster than a set is made. */
const smallObject = 8

/** The keys of one open object, or of none where the bracket is a list's. */
export interface Level {
  isObject: boolean
  few: string[]
  many: Set<string> | null
}

/** False where the key is there already. */
export function remember(level: Level, key: string): boolean {
  if (level.many) {
    const before = level.many.size
    return level.many.add(key).size > before
  }
  if (level.few.includes(key)) return false
  level.few.push(key)
  if (level.few.length > smallObject) level.many = new Set(level.few)
  return true
}
