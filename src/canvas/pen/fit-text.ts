/** Text that has to fit: truncated with an ellipsis, or wrapped into lines. Pure; widths come from the pen. */
import type { Font, Pen } from './pen.ts'

type Measure = Pick<Pen, 'measure'>

const ellipsis = '…'
/** Maximum characters that are measured: a card shows about 30. */
const maxLetters = 400

/** Splits text into graphemes: an emoji of several code points is one. */
const segmenter = new Intl.Segmenter()
const lettersOf = (text: string): string[] =>
  // Plain letters need no segmenter, which costs 50 times as much.
  // oxlint-disable-next-line no-control-regex -- the range is ASCII
  /^[\x00-\x7f]*$/.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment)

/** Letters of right-to-left scripts. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Whether a text is right-to-left, by its first letter, like `dir="auto"` in HTML. */
export function isRightToLeft(text: string): boolean {
  // Nearly all names are Latin: a fast path.
  const first = /\p{L}/u.exec(text)?.[0]
  return first !== undefined && first > '\u0590' && rightToLeft.test(first)
}

/** The length of the longest prefix that fits, in graphemes. */
function fitting(letters: readonly string[], end: string, width: number, font: Font, pen: Measure): number {
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (pen.measure(letters.slice(0, middle).join('') + end, font) <= width) low = middle
    else high = middle - 1
  }
  return low
}

/** The text in one line; truncated with "…" if it is wider than `width`. "" if not even "…" fits. */
export function cutToWidth(text: string, width: number, font: Font, pen: Measure): string {
  if (width <= 0) return ''
  const short = text.length <= maxLetters ? text : text.slice(0, maxLetters)
  if (short === text && pen.measure(text, font) <= width) return text
  const letters = lettersOf(short)
  const kept = fitting(letters, ellipsis, width, font, pen)
  return kept === 0 && pen.measure(ellipsis, font) > width ? '' : letters.slice(0, kept).join('') + ellipsis
}

/** `ends` = a new paragraph follows. */
interface Line {
  text: string
  ends: boolean
}

/**
 * The text in at most `maxLines` lines, broken between words and at its line breaks; the last one is truncated if text
 * is left. Consecutive spaces are collapsed.
 */
export function wrapText(text: string, width: number, maxLines: number, font: Font, pen: Measure): Line[] {
  const lines: Line[] = []
  for (const paragraph of text.replaceAll(/[ \t]+/g, ' ').split('\n')) {
    let rest = paragraph.trim()
    do {
      if (lines.length === maxLines) return cutLast(lines, width, font, pen)
      const line = firstLine(rest, width, font, pen)
      rest = rest.slice(line.length).trimStart()
      lines.push({ text: line.trimEnd(), ends: rest === '' })
    } while (rest !== '')
  }
  return lines
}

function cutLast(lines: readonly Line[], width: number, font: Font, pen: Measure): Line[] {
  const last = lines.at(-1)?.text ?? ''
  // Text is left, so that the ellipsis is added even to a line that fits.
  const cut = cutToWidth(last + ellipsis, width, font, pen).replace(/…+$/, ellipsis)
  return [...lines.slice(0, -1), { text: cut, ends: true }]
}

/** Characters after which a line may break: spaces, hyphens, dashes, and Chinese and Japanese characters. */
const breaks = /[ \u2010-\u2014-]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The part of the text that fits into a line: whole words, or part of a word that is longer than the line. */
function firstLine(text: string, width: number, font: Font, pen: Measure): string {
  const part = text.slice(0, maxLetters)
  if (part === text && pen.measure(text, font) <= width) return text
  const letters = lettersOf(part)
  const kept = Math.max(1, fitting(letters, '', width, font, pen))
  const line = letters.slice(0, kept).join('')
  if (text.charAt(line.length) === ' ') return line
  const end = letters.slice(0, kept).findLastIndex((letter) => breaks.test(letter))
  return end > 0 ? letters.slice(0, end + 1).join('') : line
}
