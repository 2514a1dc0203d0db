/**
 * Parses YAML 1.2 to JSON values with the same checks as lib/json/safe-json.ts: rejects nesting beyond a limit,
 * duplicate keys, NUL, lone surrogates, NaN and infinity; removes `__proto__`. Integers that would lose digits become
 * text. Aliases share one value but count with their full expanded size, so that an alias bomb is rejected before it is
 * expanded. Iterative, so depth costs no stack.
 */
import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  type Document,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isRecord, type Json, type JsonRecord } from './json.ts'

export type YamlProblemCode =
  | 'syntax'
  | 'depth'
  | 'aliases'
  | 'documents'
  | 'empty'
  | 'size'
  | 'duplicate_key'
  | 'nul'
  | 'surrogate'
  | 'number'

/** `line` and `column` are 1-based; absent if the problem concerns the whole text. */
export interface YamlProblem {
  ok: false
  code: YamlProblemCode
  message: string
  line?: number
  column?: number
}

/** `depth` is the deepest nesting with aliases expanded, `removed` the number of removed `__proto__` keys. */
export type YamlResult = { ok: true; value: Json; depth: number; removed: number } | YamlProblem

/** Maximum length of a text, in UTF-16 units: the largest YAML flows have a tenth of this. */
export const yamlLimit = 4 * 1024 * 1024
/**
 * Maximum number of lexemes (signs, words, line ends). Each costs about 5 µs and 400 bytes of memory: 4 MB of small
 * numbers would take 25 s and 1.7 GB.
 */
const maxLexemes = 1_500_000

/** Maximum number of values that all aliases expand to: far more than a block shared a few hundred times needs. */
const maxAliasedValues = 100_000

const options = {
  version: '1.2',
  // Even if the text declares YAML 1.1, where `yes` and dates are not strings.
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  // Checked below in linear time.
  uniqueKeys: false,
  prettyErrors: false,
} as const

const sentences: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'The line is indented with a tab. YAML allows spaces only.',
  MULTIPLE_ANCHORS: 'A value has two anchors. Remove one.',
  UNEXPECTED_TOKEN: 'Unexpected content. Check the line before it, or put text in quotes.',
  BLOCK_AS_IMPLICIT_KEY: 'The line has a second “:”. Put text that contains one in quotes.',
  MISSING_CHAR: 'A “:”, a quote or a bracket is missing here.',
  BAD_INDENT: 'The indentation differs from the lines around it, or a bracket is missing.',
}

/** A problem with its 0-based offset; -1 if it concerns the whole text. */
class Problem extends Error {
  readonly code: YamlProblemCode
  readonly offset: number
  /** The quote character, if the quoted text at `offset` is not closed or its next line is not indented; else null. */
  readonly quote: string | null

  constructor(code: YamlProblemCode, message: string, offset: number, quote: string | null = null) {
    super(message)
    this.code = code
    this.offset = offset
    this.quote = quote
  }
}

type Collection = YAMLMap | YAMLSeq

/** A value, its number of values (itself included) and its depth. */
interface BuiltValue {
  value: Json
  size: number
  height: number
}

/** Unquoted `<<` from YAML 1.1: merges the keys of the named object. */
const mergeKey = Symbol('merge')

const isMergeKey = (key: unknown): boolean => isScalar(key) && key.source === '<<' && key.type === 'PLAIN'

/** A list or an object that is being built. */
interface OpenNode {
  node: Collection
  next: number
  list: Json[]
  record: JsonRecord
  keys: Set<string>
  /** Key for the value that is being built; null = none. */
  key: string | typeof mergeKey | null
  /** Objects named by `<<`: keys of the object itself win, then keys of earlier objects. */
  merged: JsonRecord[]
  size: number
  height: number
}

const offsetOf = (node: unknown): number =>
  isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? (node.range?.[0] ?? 0) : 0

function checkedText(text: string, node: unknown): string {
  if (text.includes('\0')) throw new Problem('nul', 'Text cannot contain NUL characters.', offsetOf(node))
  if (/\p{Surrogate}/u.test(text))
    throw new Problem('surrogate', 'Text contains an incomplete character.', offsetOf(node))
  return text
}

/** Whether an integer would lose digits as a double. */
const isLong = (value: number, source = ''): boolean =>
  Number.isInteger(value) && !Number.isSafeInteger(value) && source !== String(value) && /^[-+]?\d+$/.test(source)

function scalarOf(node: Scalar): Json {
  const { value, source } = node
  if (typeof value === 'number') {
    if (!Number.isFinite(value))
      throw new Problem('number', 'NaN and infinity are not supported. Use a number or text in quotes.', offsetOf(node))
    // A long id without quotes must not lose its last digits.
    return isLong(value, source) && source !== undefined ? source : value
  }
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null
  return checkedText(typeof value === 'string' ? value : (source ?? ''), node)
}

class Builder {
  removed = 0
  private aliased = 0
  private readonly depth: number
  private readonly anchors = new Map<string, BuiltValue | 'open'>()
  private readonly open: OpenNode[] = []
  private root: BuiltValue = { value: null, size: 1, height: 0 }

  constructor(depth: number) {
    this.depth = depth
  }

  build(contents: unknown): BuiltValue {
    this.beginNode(contents)
    for (let top = this.open.at(-1); top !== undefined; top = this.open.at(-1)) this.step(top)
    return this.root
  }

  /** The next item of a list or an object, or its end. */
  private step(top: OpenNode): void {
    const item: unknown = top.node.items[top.next]
    top.next += 1
    if (top.next > top.node.items.length) {
      this.open.pop()
      for (const [key, value] of top.merged.flatMap(Object.entries<Json>))
        if (!Object.hasOwn(top.record, key)) top.record[key] = value
      this.finishNode(top.node.anchor, {
        value: isMap(top.node) ? top.record : top.list,
        size: top.size,
        height: top.height + 1,
      })
      return
    }
    if (isMap(top.node) && isPair(item)) {
      top.key = this.keyOf(item.key, top.keys)
      this.beginNode(item.value)
    } else this.beginNode(item)
  }

  private keyOf(key: unknown, keys: Set<string>): string | typeof mergeKey | null {
    const text = this.keyText(key)
    if (text === null) throw new Problem('syntax', 'Keys must be text.', offsetOf(key))
    if (keys.has(text))
      throw new Problem('duplicate_key', `The key “${text.slice(0, 80)}” occurs twice.`, offsetOf(key))
    keys.add(text)
    if (isMergeKey(key)) return mergeKey
    if (text !== '__proto__') return text
    this.removed += 1
    return null
  }

  /** Non-string keys become their source text: `true:` is "true". */
  private keyText(key: unknown): string | null {
    const value = isAlias(key) ? this.aliasOf(key.source, offsetOf(key)).value : null
    if (typeof value === 'string') return value
    if (!isScalar(key)) return null
    return checkedText(typeof key.value === 'string' ? key.value : (key.source ?? ''), key)
  }

  private beginNode(node: unknown): void {
    if (isMap(node) || isSeq(node)) {
      if (this.open.length >= this.depth)
        throw new Problem(
          'depth',
          `The YAML is nested deeper than ${this.depth.toLocaleString('en')} levels.`,
          offsetOf(node),
        )
      if (node.anchor !== undefined) this.anchors.set(node.anchor, 'open')
      const keys = new Set<string>()
      this.open.push({ node, next: 0, list: [], record: {}, merged: [], keys, key: '', size: 1, height: 0 })
    } else if (isAlias(node)) this.finishNode(undefined, this.aliasOf(node.source, offsetOf(node)))
    else if (isScalar(node)) this.finishNode(node.anchor, { value: scalarOf(node), size: 1, height: 0 })
    else this.finishNode(undefined, { value: null, size: 1, height: 0 })
  }

  private aliasOf(name: string, offset: number): BuiltValue {
    const built = this.anchors.get(name)
    const said = name.slice(0, 80)
    if (built === undefined) throw new Problem('syntax', `There is no anchor “${said}” before this point.`, offset)
    if (built === 'open') throw new Problem('aliases', `The alias “${said}” refers to itself.`, offset)
    this.aliased += built.size
    if (this.aliased > maxAliasedValues)
      throw new Problem(
        'aliases',
        `The aliases expand to more than ${maxAliasedValues.toLocaleString('en')} values.`,
        offset,
      )
    return built
  }

  private finishNode(anchor: string | undefined, built: BuiltValue): void {
    if (anchor !== undefined) this.anchors.set(anchor, built)
    const top = this.open.at(-1)
    if (top === undefined) {
      this.root = built
      return
    }
    top.size += built.size
    top.height = Math.max(top.height, built.height)
    if (this.open.length + top.height > this.depth)
      throw new Problem(
        'depth',
        `The YAML is nested deeper than ${this.depth.toLocaleString('en')} levels.`,
        offsetOf(top.node),
      )
    if (!isMap(top.node)) top.list.push(built.value)
    else if (top.key === mergeKey) top.merged.push(...this.mergedOf(built.value, top.node))
    else if (top.key !== null) top.record[top.key] = built.value
  }

  private mergedOf(value: Json, node: Collection): JsonRecord[] {
    const all = Array.isArray(value) ? value : [value]
    const records = all.filter(isRecord)
    if (records.length === all.length) return records
    throw new Problem('syntax', 'The merge key “<<” needs an object or a list of objects.', offsetOf(node))
  }
}

/** The first error of the package, with our message if there is one. */
function syntaxProblem(documents: readonly Document[]): Problem | null {
  const errors = documents.flatMap((document) => document.errors)
  const [first] = errors.toSorted((a, b) => a.pos[0] - b.pos[0])
  if (first === undefined) return null
  const [offset] = first.pos
  if (first.code === 'RESOURCE_EXHAUSTION') return new Problem('depth', 'The YAML is nested too deeply.', offset)
  const quote = /^Missing closing (["'])quote/.exec(first.message)?.[1]
  if (quote !== undefined)
    return new Problem('syntax', 'The quoted text is not closed, or its next line is not indented.', offset, quote)
  const said = sentences[first.code] ?? `${(first.message.split('\n')[0] ?? '').replace(/[.:]+$/, '')}.`
  return new Problem('syntax', said, offset)
}

function build(documents: readonly Document[], depth: number): YamlResult {
  const full = documents.filter(({ contents }) => contents !== null && !(isScalar(contents) && contents.value === null))
  const [first, second] = full
  if (first === undefined) throw new Problem('empty', 'The file has no content, or only comments.', -1)
  if (second !== undefined)
    throw new Problem(
      'documents',
      'The file contains several YAML documents. Put each one in a separate file.',
      offsetOf(second.contents),
    )
  const builder = new Builder(depth)
  const { value, height } = builder.build(first.contents)
  return { ok: true, value, depth: height, removed: builder.removed }
}

/** Number of levels beyond the limit that are still parsed, to find the exact position. */
const levelsBeyond = 50

/**
 * Tokens of a text, within limits: if the package's composer overflows the stack inside a regular expression, V8 ends
 * the process.
 */
function* tokensOf(text: string, lineCounter: LineCounter, depth: number): Generator<CST.Token> {
  lineCounter.addNewLine(0)
  const parser = new Parser(lineCounter.addNewLine)
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    count += 1
    if (count > maxLexemes) {
      const most = maxLexemes.toLocaleString('en')
      throw new Problem('size', `The YAML has more than ${most} words, signs and line ends. Convert it to JSON.`, -1)
    }
    yield* parser.next(lexeme)
    if (parser.stack.length > depth + levelsBeyond)
      throw new Problem('depth', `The YAML is nested deeper than ${depth.toLocaleString('en')} levels.`, -1)
  }
  yield* parser.end()
}

/**
 * Limits for parsing again with indented lines, in times and total length: YAML 1.2 forbids quoted texts whose
 * continuation line is not indented more than their parent, but PyYAML reads them.
 */
const maxIndentation = { times: 50, length: 8 * 1024 * 1024 }

/** The text with the continuation lines of the quoted text at `offset` indented; null if it has no closing quote. */
function withIndentedQuote(text: string, offset: number, quote: string): string | null {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
  const pattern = quote === '"' ? /\\[^]|"|\n(?=(?:---|\.\.\.)\s)/g : /''|'|\n(?=(?:---|\.\.\.)\s)/g
  pattern.lastIndex = offset
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (found[0] === '\n') return null
    if (found[0] !== quote) continue
    const indent = ' '.repeat(offset - start + 1)
    const inside = text.slice(offset, found.index).replaceAll('\n', `\n${indent}`)
    return text.slice(0, offset) + inside + text.slice(found.index)
  }
  return null
}

/** Parses once. Throws `Problem`, or RangeError if the recursion in the package is too deep. */
function parseOnce(text: string, depth: number, lineCounter: LineCounter): YamlResult {
  const documents: Document[] = [...new Composer(options).compose(tokensOf(text, lineCounter, depth))]
  const problem = syntaxProblem(documents)
  if (problem !== null) throw problem
  return build(documents, depth)
}

/** Parses YAML text without a BOM, or locates its first problem. Never throws. */
export function parseYaml(text: string, { depth }: { depth: number }): YamlResult {
  if (text.length > yamlLimit)
    return { ok: false, code: 'size', message: `The YAML is larger than ${yamlLimit / 1024 / 1024} MB.` }
  const times = Math.min(maxIndentation.times, maxIndentation.length / text.length)
  let current = text
  for (let time = 0; ; time += 1) {
    const lineCounter = new LineCounter()
    try {
      return parseOnce(current, depth, lineCounter)
    } catch (problem) {
      // The package only throws RangeError on deep nesting, because its parser is recursive.
      if (problem instanceof RangeError) return { ok: false, code: 'depth', message: 'The YAML is nested too deeply.' }
      if (!(problem instanceof Problem)) throw problem
      const { code, message, offset, quote } = problem
      const indented = quote === null || time >= times ? null : withIndentedQuote(current, offset, quote)
      if (indented !== null) {
        current = indented
        continue
      }
      if (offset < 0) return { ok: false, code, message }
      const { line, col } = lineCounter.linePos(offset)
      return { ok: false, code, message, line, column: col }
    }
  }
}
