/** Booleans in the spellings of services; undefined = neither. Pure. */
import type { Json } from '#lib/json/json.ts'

const yes: ReadonlySet<Json> = new Set([true, 1, 'true', 'yes', 'y', 't', 'on', '1'])
const no: ReadonlySet<Json> = new Set([false, 0, 'false', 'no', 'n', 'f', 'off', '0'])

export function flagOf(value: Json): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/**
 * Maps a flag to one of two values ("connected: true"). A bare number may be a count, and is not read; an empty side is
 * not known.
 */
export const wordOfFlag =
  (whenYes: string, whenNo: string) =>
  (value: Json): Json | undefined => {
    const flag = typeof value === 'number' ? undefined : flagOf(value)
    return (flag === undefined ? '' : flag ? whenYes : whenNo) || undefined
  }
