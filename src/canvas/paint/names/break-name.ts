/** Breaks a name into lines that are as narrow as possible. Pure; widths come from the pen. */
import type { Font, Pen } from '#canvas/pen/pen.ts'

export interface BrokenName {
  lines: readonly string[]
  /** Width of each line, and of the widest. */
  widths: readonly number[]
  width: number
}

/** Maximum lines of a name. */
const maxLines = 4
/** Maximum characters of a name that is broken: a longer one fits nowhere in four lines. */
const maxLength = 120
/** Maximum words that are broken one by one. */
const maxWords = 24

/** A piece of a name that stays whole: a word, part of an identifier, or a character of Chinese or Japanese. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s*|[^\s_/.:\-\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*[_/.:-]+\s*|[^\s_/.:\-\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+\s*/gu

/** Minimum length of a word that is broken where a small letter is followed by a capital: "VectorStoreInfo". */
const minCamelCase = 9

/** One character with a separator. */
const shortPrefix = /^\S[_/.:-]$/u

/** The pieces, short prefixes with the next one: a line "3-" above "sequential" is hard to read. */
function withPrefixes(words: readonly string[]): string[] {
  const whole: string[] = []
  let prefix = ''
  for (const word of words) {
    prefix += word
    if (shortPrefix.test(word)) continue
    whole.push(prefix)
    prefix = ''
  }
  return prefix === '' ? whole : [...whole, prefix]
}

function piecesOf(name: string): string[] {
  const words = withPrefixes(name.replaceAll(/\s+/g, ' ').trim().match(pieces) ?? [])
  const found = words.flatMap((word) =>
    word.trim().length < minCamelCase ? word : word.split(/(?<=[\p{Ll}\d])(?=\p{Lu}\p{Ll})/u),
  )
  return found.length <= maxWords ? found : [...found.slice(0, maxWords - 1), found.slice(maxWords - 1).join('')]
}

/** The lines that begin with these pieces. */
const linesOf = (parts: readonly string[], breaks: readonly number[]): string[] =>
  breaks.map((start, index) =>
    parts
      .slice(start, breaks[index + 1])
      .join('')
      .trim(),
  )

/** Where lines begin so that the widest of `count` lines is as narrow as possible. `sums`: widths up to each piece. */
function narrowest(sums: readonly number[], count: number): number[] {
  const pieceCount = sums.length - 1
  /** Of the first pieces in so many lines: the width of the widest line, and where the last one begins. */
  let widest = sums.slice(1)
  const starts: number[][] = [widest.map(() => 0)]
  for (let line = 1; line < count; line += 1) {
    const before = widest
    const start: number[] = []
    widest = before.map((_width, end) => {
      let least = Infinity
      for (let from = line; from <= end; from += 1) {
        const both = Math.max(before[from - 1] ?? Infinity, (sums[end + 1] ?? 0) - (sums[from] ?? 0))
        if (both < least) {
          least = both
          start[end] = from
        }
      }
      return least
    })
    starts.push(start)
  }
  const breaks: number[] = []
  let end = pieceCount - 1
  for (let line = count - 1; line >= 0; line -= 1) {
    const start = starts[line]?.[end] ?? 0
    breaks.unshift(start)
    end = start - 1
  }
  return breaks
}

/** The name in 1, 2 … lines, up to `maxLines` or as many as it has words. Empty for one that is too long. */
export function breakName(name: string, font: Font, pen: Pick<Pen, 'measure'>): BrokenName[] {
  const broken: BrokenName[] = []
  const parts = name.length > maxLength ? [] : piecesOf(name)
  const sums = [0]
  for (const part of parts) sums.push((sums.at(-1) ?? 0) + pen.measure(part, font))
  for (let count = 1; count <= Math.min(maxLines, parts.length); count += 1) {
    const lines = linesOf(parts, narrowest(sums, count))
    const widths = lines.map((line) => pen.measure(line, font))
    broken.push({ lines, widths, width: Math.max(...widths) })
  }
  return broken
}
