/** References to secrets in texts: `{{ secrets.key }}`. */
import type { Json } from '#lib/json/json.ts'

const opener = /\{[{%]/g
const closer = /[}%]\}/g
/** Matches strings, which may contain braces (`{{ '{"a":{}}' | replace: … }}`), or the end of markup. */
const stringOrClosingBrace = /"[^"]*"|'[^']*'|[}%]\}/g

const matchFrom = (pattern: RegExp, text: string, start: number): RegExpExecArray | null => {
  pattern.lastIndex = start
  return pattern.exec(text)
}

/** End of the markup that begins before `start`; -1 if it is not closed. */
function endOfMarkup(text: string, start: number, hasStrings: boolean): number {
  const pattern = hasStrings ? stringOrClosingBrace : closer
  let match = matchFrom(pattern, text, start)
  while (match !== null && !match[0].endsWith('}')) match = matchFrom(pattern, text, pattern.lastIndex)
  return match?.index ?? -1
}

/** `{{ … }}`, or `{% … %}`: a tag. `start` and `end` (excluded) are the offsets of its braces. */
interface Markup {
  content: string
  isTag: boolean
  start: number
  end: number
}

/** All markup of a text. Linear: if an unclosed quote hides the end of markup, quotes are ignored. */
export function markupIn(text: string): Markup[] {
  const found: Markup[] = []
  let hasStrings = true
  let open = matchFrom(opener, text, 0)
  while (open !== null) {
    const start = open.index + 2
    let end = endOfMarkup(text, start, hasStrings)
    if (end === -1 && hasStrings) {
      hasStrings = false
      end = endOfMarkup(text, start, hasStrings)
    }
    if (end === -1) break
    found.push({
      content: text.slice(start, end),
      isTag: open[0].endsWith('%'),
      start: open.index,
      end: end + 2,
    })
    open = matchFrom(opener, text, end + 2)
  }
  return found
}

/** Matches `secrets.key` and `secrets["key"]`, not `$secrets.key` or `x.secrets.key`. Keys have up to 63 characters. */
const references = /(?<![\w$.])secrets\s*(?:\.\s*([\w-]{1,63})(?![\w-])|\[\s*(?:"([\w-]{1,63})"|'([\w-]{1,63})')\s*\])/g

const keysIn = (content: string): string[] =>
  [...content.matchAll(references)].map(([, ...found]) => found.find(Boolean) ?? '')

/**
 * Keys of the secrets that a text refers to in `{{ … }}` and `{% … %}`. A flow is bound to these secrets, and rendering
 * reads no others. Computed keys (`secrets[x]`) are not found.
 */
export function secretKeysIn(text: string): string[] {
  if (!text.includes('secrets')) return []
  return markupIn(text).flatMap(({ content }) => keysIn(content))
}

/** The markup of a text that refers to secrets. */
export const secretMarkupIn = (text: string): Markup[] =>
  text.includes('secrets') ? markupIn(text).filter(({ content }) => keysIn(content).length > 0) : []

/** Whether any text in a value refers to a secret. */
export function namesSecret(value: Json): boolean {
  if (typeof value === 'string') return secretKeysIn(value).length > 0
  return typeof value === 'object' && value !== null && Object.values(value).some(namesSecret)
}
