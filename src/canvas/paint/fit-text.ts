/** Text that has to fit: cut with an ellipsis, or broken into lines. Pure; widths come from the pen. */
import type { Font, Pen } from './pen.ts'

const ellipsis = '…'
/** A card shows some 30 letters; what is longer is not measured at all. */
const maxLetters = 400

/** Letters as people see them: an emoji of several code points is one. */
const segmenter = new Intl.Segmenter()
const lettersOf = (text: string): string[] =>
  // Plain letters need no segmenter, which costs 50 times as much.
  // oxlint-disable-next-line no-control-regex -- the range is ASCII
  /^[\x00-\x7f]*$/.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment)

/** The longest beginning that fits, as a number of letters. */
function fitting(letters: readonly string[], end: string, width: number, font: Font, pen: Pen): number {
  let [low, high] = [0, letters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (pen.measure(letters.slice(0, middle).join('') + end, font) <= width) low = middle
    else high = middle - 1
  }
  return low
}

/** The text in one line; cut with "…" where it is wider than `width`. "" where not even that fits. */
export function cutText(text: string, width: number, font: Font, pen: Pen): string {
  if (width <= 0) return ''
  const short = text.length <= maxLetters ? text : text.slice(0, maxLetters)
  if (short === text && pen.measure(text, font) <= width) return text
  const letters = lettersOf(short)
  const kept = fitting(letters, ellipsis, width, font, pen)
  return kept === 0 && pen.measure(ellipsis, font) > width ? '' : letters.slice(0, kept).join('').trimEnd() + ellipsis
}

/** The text in at most `maxLines` lines, broken at spaces and where it says so; the last one is cut where text is left. */
export function wrapText(text: string, width: number, maxLines: number, font: Font, pen: Pen): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let rest = paragraph
    do {
      if (lines.length === maxLines) return cutLast(lines, width, font, pen)
      const line = firstLine(rest, width, font, pen)
      lines.push(line.trimEnd())
      rest = rest.slice(line.length).trimStart()
    } while (rest !== '')
  }
  return lines
}

function cutLast(lines: readonly string[], width: number, font: Font, pen: Pen): string[] {
  const last = lines.at(-1) ?? ''
  return [...lines.slice(0, -1), cutText(`${last} ${ellipsis}`, width, font, pen).replace(/ ?…+$/, ellipsis)]
}

/** As much of the text as fits into a line: whole words, or as many letters of one that is longer than the line. */
function firstLine(text: string, width: number, font: Font, pen: Pen): string {
  const part = text.slice(0, maxLetters)
  if (part === text && pen.measure(text, font) <= width) return text
  const letters = lettersOf(part)
  const line = letters.slice(0, Math.max(1, fitting(letters, '', width, font, pen))).join('')
  if (text.charAt(line.length) === ' ') return line
  const space = line.lastIndexOf(' ')
  return space > 0 ? line.slice(0, space + 1) : line
}
