/** Converts common non-standard JSON to standard JSON: NaN and Infinity (Python), and trailing commas. */

export type JsonRepair = 'not_a_number' | 'trailing_comma'

const isSpace = (letter: string): boolean => letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t'

/** Whether a character may precede or follow a JSON value. */
const isBorder = (letter: string): boolean => letter === '' || isSpace(letter) || ',:[]{}'.includes(letter)

const words = ['NaN', 'Infinity', '-Infinity']

/** Offset after the closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '\\') at += 1
    else if (letter === '"') return at + 1
  }
  return text.length
}

/** Offset of the first non-space character from `start` on. */
function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charAt(at))) at += 1
  return at
}

/**
 * Replaces NaN and Infinity with null, and trailing commas with spaces. Strings and line numbers are not changed. One
 * pass. Other errors remain in the text.
 */
export function toStandardJson(text: string): { text: string; repairs: JsonRepair[] } {
  const pieces: string[] = []
  const repairs = new Set<JsonRepair>()
  let copied = 0
  const replace = (from: number, length: number, by: string, what: JsonRepair) => {
    pieces.push(text.slice(copied, from), by)
    copied = from + length
    repairs.add(what)
  }
  let at = 0
  while (at < text.length) {
    const letter = text.charAt(at)
    if (letter === '"') {
      at = endOfString(text, at)
      continue
    }
    if (letter === ',') {
      const next = skipSpace(text, at + 1)
      if (text.charAt(next) === ']' || text.charAt(next) === '}') replace(at, 1, ' ', 'trailing_comma')
      at = next
      continue
    }
    const word =
      letter === 'N' || letter === 'I' || letter === '-' ? words.find((each) => text.startsWith(each, at)) : undefined
    if (word !== undefined && isBorder(text.charAt(at - 1)) && isBorder(text.charAt(at + word.length))) {
      replace(at, word.length, 'null', 'not_a_number')
      at += word.length
    } else at += 1
  }
  if (repairs.size === 0) return { text, repairs: [] }
  return { text: pieces.join('') + text.slice(copied), repairs: [...repairs] }
}
