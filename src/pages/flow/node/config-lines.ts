/** A node's config as lines: short fields on one line, others indented; secrets masked. Pure. */
import { secretKeysIn } from '#flow/secret-references.ts'
import { maskedValue } from '#flow-data/model/masked-value.ts'

export interface Token {
  text: string
  kind: 'key' | 'string' | 'number' | 'masked' | 'plain'
}

export interface ConfigLines {
  lines: Token[][]
  /** Number of masked values, and of texts that refer to secrets, in the lines. */
  secretCount: number
  /** Number of top-level fields. */
  fieldCount: number
  /** True if lines, ends of lines, or deeper levels were left out. */
  isTruncated: boolean
}

/** Maximum length of an object or list on one line. */
const shortLength = 56
/** Maximum lines: a node may contain megabytes, which would take too long to render. */
const maxLines = 1_000
/** Maximum characters of a text in a line. */
const maxLine = 2_000
/** Maximum depth; deeper levels are left out. */
const maxDepth = 6

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class Writer {
  readonly lines: Token[][] = []
  secretCount = 0
  isTruncated = false

  get isFull(): boolean {
    return this.lines.length >= maxLines
  }

  #add(line: Token[]): void {
    if (this.isFull) this.isTruncated = true
    else this.lines.push(line)
  }

  #text(text: string): string {
    if (text.length <= maxLine) return text
    this.isTruncated = true
    return `${text.slice(0, maxLine)}…`
  }

  /** One value on one line; null if it needs several. */
  inline(name: string, value: unknown): Token[] | null {
    const masked = maskedValue(name, value)
    if (masked !== null) {
      this.secretCount += 1
      return [{ text: masked, kind: 'masked' }]
    }
    if (typeof value === 'string') {
      if (secretKeysIn(value).length > 0) this.secretCount += 1
      return value.includes('\n') ? null : [{ text: this.#text(value), kind: 'string' }]
    }
    if (typeof value === 'number') return [{ text: String(value), kind: 'number' }]
    if (value === null || typeof value === 'boolean') return [{ text: String(value), kind: 'plain' }]
    return this.#short(value)
  }

  #short(value: unknown): Token[] | null {
    const secretsBefore = this.secretCount
    const entries = Array.isArray(value)
      ? value.map((item: unknown) => ['', item] as const)
      : Object.entries(value ?? {})
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
    if (entries.length === 0) return [{ text: Array.isArray(value) ? '[]' : '{}', kind: 'plain' }]
    const tokens: Token[] = [{ text: open, kind: 'plain' }]
    for (const [index, [key, item]] of entries.entries()) {
      const inner = this.inline(key, item)
      if (index > 0) tokens.push({ text: ', ', kind: 'plain' })
      if (key !== '') tokens.push({ text: key, kind: 'key' }, { text: ': ', kind: 'plain' })
      tokens.push(...(inner ?? []))
      const length = tokens.reduce((sum, { text }) => sum + text.length, 0)
      if (inner === null || length > shortLength) {
        this.secretCount = secretsBefore
        return null
      }
    }
    return [...tokens, { text: close, kind: 'plain' }]
  }

  writeAll(entries: readonly (readonly [string, unknown])[], depth = 0): void {
    for (const [key, item] of entries) {
      if (this.isFull) {
        this.isTruncated = true
        return
      }
      this.write(key, item, depth)
    }
  }

  write(name: string, value: unknown, depth: number): void {
    const indent = '  '.repeat(depth)
    const head: Token[] = [
      { text: `${indent}${name}`, kind: 'key' },
      { text: ': ', kind: 'plain' },
    ]
    const inline = this.inline(name, value)
    if (inline !== null) this.#add([...head, ...inline])
    else if (typeof value === 'string') {
      this.#add(head)
      for (const line of value.split('\n', maxLines + 1))
        this.#add([{ text: this.#text(`${indent}  ${line}`), kind: 'string' }])
    } else if (depth >= maxDepth) {
      this.isTruncated = true
      this.#add([...head, { text: '…', kind: 'plain' }])
    } else {
      this.#add(head)
      const entries = Array.isArray(value)
        ? value.map((item: unknown, index) => [String(index + 1), item] as const)
        : Object.entries(isObject(value) ? value : {})
      this.writeAll(entries, depth + 1)
    }
  }
}

/** The lines of a config; only the first ones of a large config. */
export function configLines(config: Record<string, unknown>): ConfigLines {
  const writer = new Writer()
  writer.writeAll(Object.entries(config))
  return {
    lines: writer.lines,
    secretCount: writer.secretCount,
    fieldCount: Object.keys(config).length,
    isTruncated: writer.isTruncated,
  }
}

/** A complete config as JSON, with secrets masked. */
export const configText = (config: Record<string, unknown>): string =>
  JSON.stringify(config, (name, value: unknown) => maskedValue(name, value) ?? value, 2)
