/** Validates JSON text in one pass. */

/** Up to this number of keys, a linear search is faster than a set. */
const smallObject = 8

/** An open object with the keys so far, or an open list. */
export interface Level {
  isObject: boolean
  keyList: string[]
  keySet: Set<string> | null
}

/** Adds a key; returns false if the object already has it. */
function addKey(level: Level, key: string): boolean {
  if (level.keySet) {
    const before = level.keySet.size
    return level.keySet.add(key).size > before
  }
  if (level.keyList.includes(key)) return false
  level.keyList.push(key)
  if (level.keyList.length > smallObject) level.keySet = new Set(level.keyList)
  return true
}

export type JsonProblemCode = 'syntax' | 'depth' | 'duplicate_key' | 'nul' | 'surrogate' | 'number' | 'values'

/** The first problem of a text (null = valid), the deepest nesting, and the number of `__proto__` keys. */
export interface JsonScan {
  problem: { code: JsonProblemCode; message: string; offset: number } | null
  deepest: number
  removed: number
}

/** Maximum length, with sign, up to which every integer is safe. */
const safeDigits = 15
/** From this value on, JSON.stringify writes an exponent, so the number is no longer an integer literal. */
const exponentFrom = 1e21

const blank = 0x20
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const closeList = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
const surrogates = 0xd800
const lowSurrogates = 0xdc00
const afterSurrogates = 0xe000

type State = 'value' | 'first value' | 'first key' | 'key' | 'colon' | 'after value' | 'end'

const expectedMessages: Record<State, string> = {
  value: 'A value is missing here.',
  'first value': 'A value or “]” is missing here.',
  'first key': 'A key in quotes or “}” is missing here.',
  key: 'A key in quotes is missing here.',
  colon: 'A “:” is missing here.',
  'after value': 'A “,” or the closing bracket is missing here.',
  end: 'The JSON ends here, but more text follows.',
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39
const isHigh = (code: number) => code >= surrogates && code < lowSurrogates
const isLow = (code: number) => code >= lowSurrogates && code < afterSurrogates

class Scanner implements JsonScan {
  offset = 0
  deepest = 0
  removed = 0
  problem: JsonScan['problem'] = null
  private readonly levels: Level[] = []
  private readonly text: string
  private readonly depth: number
  private readonly values: number
  private readonly objects: number
  private count = 0
  private objectCount = 0

  constructor(text: string, { depth, values, objects }: ScanLimits) {
    this.text = text
    this.depth = depth
    this.values = values
    this.objects = objects
  }

  private fail(code: JsonProblemCode, message: string, offset: number): false {
    this.problem ??= { code, message, offset }
    return false
  }

  /** Validates the text; returns false if a problem was found. */
  run(): boolean {
    let state: State | null = 'value'
    while (state !== null) {
      this.skipSpace()
      if (this.offset >= this.text.length) {
        return state === 'end' || this.fail('syntax', 'The text ends in the middle of the JSON.', this.offset)
      }
      state = this.step(state, this.text.charCodeAt(this.offset))
    }
    return false
  }

  private step(state: State, code: number): State | null {
    switch (state) {
      case 'first key':
        return code === closeObject ? this.close() : this.key(code)
      case 'key':
        return this.key(code)
      case 'colon':
        if (code !== colon) break
        this.offset += 1
        return 'value'
      case 'first value':
        return code === closeList ? this.close() : this.value(code)
      case 'value':
        return this.value(code)
      case 'after value':
        return this.afterValue(code)
      case 'end':
        break
    }
    this.fail('syntax', expectedMessages[state], this.offset)
    return null
  }

  private skipSpace(): void {
    const { text } = this
    let { offset } = this
    for (; offset < text.length; offset += 1) {
      const code = text.charCodeAt(offset)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
    }
    this.offset = offset
  }

  private afterValue(code: number): State | null {
    const level = this.levels.at(-1)
    if (code === comma) {
      this.offset += 1
      return level?.isObject ? 'key' : 'value'
    }
    if (code === (level?.isObject ? closeObject : closeList)) return this.close()
    this.fail('syntax', expectedMessages['after value'], this.offset)
    return null
  }

  private open(isObject: boolean): State | null {
    if (this.levels.length >= this.depth) {
      this.fail('depth', `The JSON is nested deeper than ${this.depth.toLocaleString('en')} levels.`, this.offset)
      return null
    }
    this.levels.push({ isObject, keyList: [], keySet: null })
    this.deepest = Math.max(this.deepest, this.levels.length)
    this.offset += 1
    return isObject ? 'first key' : 'first value'
  }

  private close(): State {
    this.levels.pop()
    this.offset += 1
    return this.stateAfterValue()
  }

  private stateAfterValue(): State {
    return this.levels.length === 0 ? 'end' : 'after value'
  }

  private value(code: number): State | null {
    this.count += 1
    if (this.count > this.values) {
      this.fail('values', `The JSON has more than ${this.values.toLocaleString('en')} values.`, this.offset)
      return null
    }
    if (code === openObject) {
      this.objectCount += 1
      if (this.objectCount <= this.objects) return this.open(true)
      this.fail('values', `The JSON has more than ${this.objects.toLocaleString('en')} objects.`, this.offset)
      return null
    }
    if (code === openList) return this.open(false)
    const isValid =
      code === quote
        ? this.string()
        : code === 0x2d || isDigit(code)
          ? this.number()
          : this.word('true') ||
            this.word('false') ||
            this.word('null') ||
            this.fail('syntax', expectedMessages.value, this.offset)
    return isValid ? this.stateAfterValue() : null
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.offset)) return false
    this.offset += word.length
    return true
  }

  private key(code: number): State | null {
    const start = this.offset
    if (code !== quote) {
      this.fail('syntax', expectedMessages.key, start)
      return null
    }
    if (!this.string()) return null
    const raw = this.text.slice(start + 1, this.offset - 1)
    const key = raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
    const level = this.levels.at(-1)
    if (level && !addKey(level, key)) {
      this.fail(
        'duplicate_key',
        `The key “${key.length > 80 ? `${key.slice(0, 80)}…` : key}” occurs twice in one object.`,
        start,
      )
      return null
    }
    if (key === '__proto__') this.removed += 1
    return 'colon'
  }

  private control(code: number, offset: number): false {
    if (code === 0) return this.fail('nul', 'NUL characters are not allowed.', offset)
    const message = 'Strings cannot contain line breaks or control characters. Escape them, like “\\n”.'
    return this.fail('syntax', message, offset)
  }

  /** Code unit of a `\u` escape, or a space for another; `offset` is then at its last character. -1 on a problem. */
  private escape(start: number): number {
    const letter = this.text.charAt(start + 1)
    const digits = this.text.slice(start + 2, start + 6)
    if (letter === 'u' ? !/^[\da-fA-F]{4}$/.test(digits) : letter === '' || !'"\\/bfnrt'.includes(letter)) {
      this.fail('syntax', 'Unknown escape sequence after “\\”.', start)
      return -1
    }
    this.offset = start + (letter === 'u' ? 5 : 1)
    const code = letter === 'u' ? Number.parseInt(digits, 16) : blank
    if (code === 0) this.fail('nul', 'NUL characters are not allowed.', start)
    return code === 0 ? -1 : code
  }

  private string(): boolean {
    const { text } = this
    let high = -1
    for (let offset = this.offset + 1; offset < text.length; offset += 1) {
      let code = text.charCodeAt(offset)
      if (high < 0 && code > quote && code < surrogates && code !== backslash) continue
      const start = offset
      if (code === quote) {
        if (high >= 0) return this.fail('surrogate', 'Incomplete character (a lone surrogate).', high)
        this.offset = offset + 1
        return true
      }
      if (code < 0x20) return this.control(code, start)
      if (code === backslash) {
        code = this.escape(start)
        if (code < 0) return false
        offset = this.offset
      }
      if (isLow(code) !== high >= 0)
        return this.fail('surrogate', 'Incomplete character (a lone surrogate).', high >= 0 ? high : start)
      high = isHigh(code) ? start : -1
    }
    return this.fail('syntax', 'The text ends in the middle of a string.', text.length)
  }

  private digits(offset: number): number {
    let end = offset
    while (isDigit(this.text.charCodeAt(end))) end += 1
    return end
  }

  private number(): boolean {
    const start = this.offset
    const first = this.text.charCodeAt(start) === 0x2d ? start + 1 : start
    let end = this.text.charCodeAt(first) === 0x30 ? first + 1 : this.digits(first)
    const endOfInteger = end
    if (end === first) return this.fail('syntax', 'A digit is missing here.', end)
    if (this.text.charAt(end) === '.') {
      const fraction = this.digits(end + 1)
      if (fraction === end + 1) return this.fail('syntax', 'A digit is missing here.', fraction)
      end = fraction
    }
    if (/^[eE]$/.test(this.text.charAt(end))) {
      const digit = /^[+-]$/.test(this.text.charAt(end + 1)) ? end + 2 : end + 1
      const exponent = this.digits(digit)
      if (exponent === digit) return this.fail('syntax', 'A digit is missing here.', exponent)
      end = exponent
    }
    this.offset = end
    if (end === endOfInteger && end - start <= safeDigits) return true
    const value = Number(this.text.slice(start, end))
    if (!Number.isFinite(value)) return this.fail('number', 'This number is too large.', start)
    const staysInteger = end === endOfInteger || (Number.isInteger(value) && Math.abs(value) < exponentFrom)
    return (
      !staysInteger ||
      Number.isSafeInteger(value) ||
      this.fail('number', 'Integers beyond ±9007199254740991 lose digits. Write this one as a string.', start)
    )
  }
}

export interface ScanLimits {
  /** Maximum nesting depth. */
  depth: number
  /** Maximum number of values, including objects, and maximum number of objects. */
  values: number
  objects: number
}

export function scanJson(text: string, limits: ScanLimits): JsonScan {
  const scanner = new Scanner(text, limits)
  scanner.run()
  return scanner
}
