/** Lines of a long text, and search in it. Pure; linear. */

/** Longer lines are truncated for display. */
const maxColumns = 2_000
/** Maximum stored matches; further ones are counted. */
const maxPlaces = 10_000

/** Matches of a search: line and column of each, from 0, in reading order. */
export interface TextMatch {
  /** Number of all matches, including those that are not stored. */
  count: number
  lines: Uint32Array
  columns: Uint32Array
}

export class TextLines {
  readonly #text: string
  /** Start of each line. */
  readonly #starts: Uint32Array

  constructor(text: string) {
    this.#text = text
    let count = 1
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
    this.#starts = new Uint32Array(count)
    let line = 0
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      line += 1
      this.#starts[line] = at + 1
    }
  }

  get count(): number {
    return this.#starts.length
  }

  #end(line: number): number {
    const next = this.#starts[line + 1]
    return next === undefined ? this.#text.length : next - 1
  }

  /** Characters of the longest displayed line. */
  get longest(): number {
    let longest = 0
    for (let line = 0; line < this.count && longest < maxColumns; line += 1)
      longest = Math.max(longest, this.#end(line) - (this.#starts[line] ?? 0))
    return Math.min(longest, maxColumns)
  }

  /** Lines `from` up to, not including, `to`; truncated ones end with "…". */
  slice(from: number, to: number): string[] {
    const lines: string[] = []
    for (let line = from; line < Math.min(to, this.count); line += 1) {
      const [start, end] = [this.#starts[line] ?? 0, this.#end(line)]
      lines.push(
        end - start > maxColumns ? `${this.#text.slice(start, start + maxColumns)}…` : this.#text.slice(start, end),
      )
    }
    return lines
  }

  /** All matches of a text, ignoring case. */
  find(searchText: string): TextMatch {
    const lines: number[] = []
    const columns: number[] = []
    let count = 0
    let line = 0
    if (searchText !== '') {
      const pattern = new RegExp(searchText.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), 'gi')
      for (let match = pattern.exec(this.#text); match !== null; match = pattern.exec(this.#text)) {
        count += 1
        if (count > maxPlaces) continue
        while (this.#end(line) < match.index) line += 1
        lines.push(line)
        columns.push(match.index - (this.#starts[line] ?? 0))
      }
    }
    return { count, lines: Uint32Array.from(lines), columns: Uint32Array.from(columns) }
  }
}
