/** A node's config as lines to read: a line a field where it is short, indented where it is not; secrets never in the clear. Pure. */
import { maskedValue } from './masked-value.ts'

export interface Token {
  text: string
  kind: 'key' | 'string' | 'number' | 'masked' | 'plain'
}

export interface ConfigLines {
  lines: Token[][]
  /** Values that are not shown, and references to secrets. */
  secrets: number
  /** Fields at the top. */
  fields: number
}

/** An object or list up to this length stands on one line. */
const shortLength = 56
/** Deeper levels are shown as JSON on one line. */
const maxDepth = 6
const reference = /\{\{-?\s*secrets\./

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

class Writer {
  readonly lines: Token[][] = []
  secrets = 0

  /** One value on one line; null where it needs several. */
  inline(name: string, value: unknown): Token[] | null {
    const masked = maskedValue(name, value)
    if (masked !== null) {
      this.secrets += 1
      return [{ text: masked, kind: 'masked' }]
    }
    if (typeof value === 'string') {
      if (reference.test(value)) this.secrets += 1
      return value.includes('\n') ? null : [{ text: value, kind: 'string' }]
    }
    if (typeof value === 'number') return [{ text: String(value), kind: 'number' }]
    if (value === null || typeof value === 'boolean') return [{ text: String(value), kind: 'plain' }]
    return this.#short(value)
  }

  #short(value: unknown): Token[] | null {
    const secretsBefore = this.secrets
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
        this.secrets = secretsBefore
        return null
      }
    }
    return [...tokens, { text: close, kind: 'plain' }]
  }

  write(name: string, value: unknown, depth: number): void {
    const indent = '  '.repeat(depth)
    const head: Token[] = [
      { text: `${indent}${name}`, kind: 'key' },
      { text: ': ', kind: 'plain' },
    ]
    const inline = this.inline(name, value)
    if (inline !== null) this.lines.push([...head, ...inline])
    else if (typeof value === 'string') {
      this.lines.push(head)
      for (const line of value.split('\n')) this.lines.push([{ text: `${indent}  ${line}`, kind: 'string' }])
    } else if (depth >= maxDepth) this.lines.push([...head, { text: '…', kind: 'plain' }])
    else {
      this.lines.push(head)
      const entries = Array.isArray(value)
        ? value.map((item: unknown, index) => [String(index + 1), item] as const)
        : Object.entries(isObject(value) ? value : {})
      for (const [key, item] of entries) this.write(key, item, depth + 1)
    }
  }
}

/** The lines of a config. */
export function configLines(config: Record<string, unknown>): ConfigLines {
  const writer = new Writer()
  for (const [name, value] of Object.entries(config)) writer.write(name, value, 0)
  return { lines: writer.lines, secrets: writer.secrets, fields: Object.keys(config).length }
}
