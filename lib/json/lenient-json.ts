/** JSON as some programs write it, made standard: NaN and Infinity (Python), and a comma before a closing bracket. */

/** What was not standard JSON. */
export type JsonRepair = 'not_a_number' | 'trailing_comma'

const isSpace = (letter: string): boolean => letter === ' ' || letter === '\n' || letter === '\r' || letter === '\t'

/** What a JSON text may have on either side of a value. */
const isBorder = (letter: string): boolean => letter === '' || isSpace(letter) || ',:[]{}'.includes(letter)

const words = ['NaN', 'Infinity', '-Infinity']

/** The offset after the string that begins at `start`: after its closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '\\') at += 1
    else if (letter === '"') return at + 1
  }
  return text.length
}

/** The offset of the first character from `start` on that is no white space. */
function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charAt(at))) at += 1
  return at
}

/**
 * NaN and Infinity become null, trailing commas a blank; strings stay as they are, lines keep their numbers. One pass; a text
 * that is not JSON for another reason comes back as it is, but for these.
 */
export function toStandardJson(text: string): { text: string; mended: JsonRepair[] } {
  const pieces: string[] = []
  const mended = new Set<JsonRepair>()
  let copied = 0
  const replace = (from: number, length: number, by: string, what: JsonRepair) => {
    pieces.push(text.slice(copied, from), by)
    copied = from + length
    mended.add(what)
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
  if (mended.size === 0) return { text, mended: [] }
  return { text: pieces.join('') + text.slice(copied), mended: [...mended] }
}
