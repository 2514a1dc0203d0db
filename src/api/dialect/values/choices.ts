/** Values of a known list as services write them. Pure. */
import { fold, wordsIn } from './fold.ts'

/** Other forms of the same word. What is merely close in meaning ("completed", "inactive") stays as it was written. */
const spellings: Readonly<Record<string, string>> = {
  canceled: 'cancelled',
  timeout: 'timedout',
  success: 'succeeded',
  successful: 'succeeded',
  failure: 'failed',
}
/** Names of things that stand before a constant: RUN_FAILED, CONVERSATION_OPEN. */
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
/** Words for a list of values, whatever the field is called. */
const lists = new Set(['status', 'state', 'type', 'kind', 'category'])
/** What the constant for "nothing said" is called in protocol buffers. */
const unspecified = 'unspecified'

const isPrefix = (words: readonly string[], names: readonly string[]): boolean =>
  lists.has(words.at(-1) ?? '') ||
  names.some((name) => words.join('').endsWith(fold(name))) ||
  (words.length === 1 && things.has(words[0] ?? ''))

/**
 * A known value in any case, also behind the name of its list ("TOOL_CATEGORY_API", "FlowStatus.ACTIVE"); every other one as the
 * service wrote it; undefined where it says that nothing is said.
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
