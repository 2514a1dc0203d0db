/** Values of a fixed list and booleans in the spellings of services. Pure. */
import type { Json } from '#lib/json/json.ts'
import { fold, wordsIn } from './fold.ts'

/**
 * Other forms of the same word. A word that is merely close in meaning ("completed", "inactive") stays as it was
 * written.
 */
const spellings: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  timeout: 'timedout',
  success: 'succeeded',
  successful: 'succeeded',
  failure: 'failed',
}
/** Names of things as prefixes of a constant: RUN_FAILED, CONVERSATION_OPEN. */
const things = new Set([
  'flow',
  'workflow',
  'tool',
  'channel',
  'conversation',
  'run',
  'execution',
  'message',
  'balance',
])
/** Generic names for a list of values, whatever the field is called. */
const lists = new Set(['status', 'state', 'type', 'kind', 'category'])
/** Name of the zero value of an enum in protocol buffers. */
const unspecified = 'unspecified'

const isPrefix = (words: readonly string[], names: readonly string[]): boolean =>
  lists.has(words.at(-1) ?? '') ||
  names.some((name) => words.join('').endsWith(fold(name))) ||
  (words.length === 1 && things.has(words[0] ?? ''))

/**
 * A known value in any case, also with the name of its list as prefix ("TOOL_CATEGORY_API", "FlowStatus.ACTIVE"); any
 * other value as the service wrote it; undefined if it is empty or means "unspecified".
 *
 * @param names of the field
 */
export function readChoice(text: string, choices: readonly string[], names: readonly string[]): string | undefined {
  const known = (word: string): string | undefined => {
    const folded = fold(word)
    return choices.find((one) => fold(one) === folded || fold(one) === spellings[folded])
  }
  if (text.trim() === '') return undefined
  const whole = known(text)
  if (whole !== undefined) return whole
  const words = wordsIn(text)
  for (let at = 1; at < words.length; at += 1) {
    if (!isPrefix(words.slice(0, at), names)) continue
    const rest = words.slice(at).join('')
    if (rest === unspecified) return undefined
    const found = known(rest)
    if (found !== undefined) return found
  }
  return text
}

const yes: ReadonlySet<Json> = new Set([true, 1, 'true', 'yes', 'y', 't', 'on', '1'])
const no: ReadonlySet<Json> = new Set([false, 0, 'false', 'no', 'n', 'f', 'off', '0'])

/** A boolean in any spelling; undefined = neither. */
export function flagOf(value: Json): boolean | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  return yes.has(word) ? true : no.has(word) ? false : undefined
}

/**
 * Maps a flag to one of two values ("connected: true"). A bare number may be a count, and is not read; an empty side
 * leaves the value unknown.
 */
export const wordOfFlag =
  (whenYes: string, whenNo: string) =>
  (value: Json): Json | undefined => {
    const flag = typeof value === 'number' ? undefined : flagOf(value)
    return (flag === undefined ? '' : flag ? whenYes : whenNo) || undefined
  }
