/**
 * Finds literals that belong to a secret's name in code, JSON, settings and prose: assignments, field values, defaults.
 * Code is not parsed: the text is scanned from each such name to the end of one literal. Linear: each name is examined
 * once, within limits.
 */
import { isPlainValue } from './plain-value.ts'
import { isIdentifier, looksRandom } from './random-text.ts'
import { secretStart } from './literal-value.ts'
import { isSecretName, mayNameSecret } from './secret-shapes.ts'

export interface SecretSpan {
  start: number
  end: number
  /** Name from which the key of the secret is derived. */
  name: string
}

/** Every secret's name contains one of these. */
const nameParts = /pass|pwd|secret|token|key|auth|credential|cookie|jwt|bearer/gi
/** Maximum lengths of names and literals. */
const maxName = 80
const maxLiteral = 2000

const isNameCode = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 95 ||
  code === 45 ||
  code === 36

interface Name {
  start: number
  end: number
  text: string
  /** True if the value is always a secret, false if it must also look random. */
  is: boolean
}

/** In prose, words before "key" that make it the name of a secret: "API key", "access key". */
const wordBefore = /(?:api|access|account|auth|client|encryption|license|private|secret|service|signing) $/i

/** Names that may be followed by a secret, in order. */
function* literalNames(text: string): Generator<Name> {
  let from = 0
  for (const { 0: part, index } of text.matchAll(nameParts)) {
    if (index < from) continue
    let start = index
    while (start > from && isNameCode(text.charCodeAt(start - 1))) start -= 1
    let end = index + part.length
    while (isNameCode(text.charCodeAt(end))) end += 1
    from = end
    if (end - start > maxName) continue
    if (end - start === 3) start -= wordBefore.exec(text.slice(Math.max(0, start - 12), start))?.[0].length ?? 0
    const name = text.slice(start, end)
    const is = isSecretName(name)
    if (is || mayNameSecret(name)) yield { start, end, text: name, is }
  }
}

/** End of a name in quotes or brackets, as in `headers["X-Api-Key"]`. */
const nameEnd = /(?:\\{0,7}["'`])?\]?/y
/** Assignment operators: `=`, `:`, `=>`, `:=`, `?=`; also after a type, as in `key: str | None =`. */
const assignment =
  /(?:\s{0,8}\??:\s{0,4}[A-Za-z_][\w.]{0,40}(?:\[[\w., |]{0,40}\])?(?:\s?\|\s?\w{1,20})?\s{0,4}=(?![=>])|\*{0,2}\s{0,8}(?::=|=>|\|\|=|\?\?=|[=:](?!=))\*{0,2})\s{0,8}/y
/** Comparison operators (`==`, `!==`), because a value that is compared with a token is also a secret. */
const comparison = /\s{0,8}[=!]==?\s{0,8}/y
/** `||`, `??`, `or`, `?:` after a name or a call that reads it; not "or" before a backtick, which is prose. */
const fallbackOperator = /\s{0,4}\)?\s{0,8}(?:\|\|(?!=)|\?\?(?!=)|\?:|\bor\b(?!\s{0,8}\\{0,7}`))\s{0,8}/y
/** The same operators after an expression: `token = process.env.A || "…"`. */
const expressionWithFallback =
  /(?:[\w$.?[\]()"']{1,120}?\s{0,8}(?:\|\||\?\?|\?:|\bor\b(?!\s{0,8}\\{0,7}`))\s{0,8}){1,4}/y
/** Beginning of the second argument of a call: `getenv("KEY", "…")`, `headers.set("X-Api-Key", "…")`. */
const argument = /\s{0,4},\s{0,4}(?:default(?:_value)?\s?=\s?|fallback\s?=\s?)?/y
const callBefore = /([A-Za-z_$][\w$.:]{0,60})\(\s{0,4}\\{0,7}["'`]$/
const callsWithValue =
  /(?:^|[.:])(?:getenv|get|getOrDefault|get_or_default|env|config|getProperty|set|setItem|setProperty|setHeader|setRequestHeader|header|append|add|addHeader|add_header|put|define)$/i
/** Space after a command line option: `--password "…"`. */
const optionValue = /\s{1,4}/y
/** Calls and constructs that may wrap a literal. */
const wrapper =
  /(?:await\s|new\s)?(?:SecretStr|String|str|bytes|Buffer\.from|btoa|b64encode|base64\.b64encode|quote)\(\s{0,4}/y
const literalStart = /[bBrRuUfF@$]{0,2}(\\{0,7})("""|'''|["'`])/y

/** End of a sticky pattern's match at an index; -1 if it does not match. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

interface Literal {
  start: number
  end: number
  /** Index after the closing quote. */
  after: number
}

/** Content of the literal that begins at `at`; null if there is none, or if it does not end on its line. */
function literalAt(text: string, at: number): Literal | null {
  literalStart.lastIndex = at
  const opening = literalStart.exec(text)
  if (opening === null) return null
  const [, slashes = '', quote = ''] = opening
  const start = literalStart.lastIndex
  const last = Math.min(text.length, start + maxLiteral)
  let run = 0
  for (let end = start; end < last; end += 1) {
    const sign = text[end]
    if (sign === '\\') run += 1
    else {
      if (sign === '\n' && quote.length === 1 && quote !== '`') return null
      if (sign === quote[0] && text.startsWith(quote, end)) {
        // Quotes of nested text have backslashes; more backslashes than at the opening quote mean a quote within the
        // value.
        if (run === slashes.length || (slashes === '' && run % 2 === 0))
          return { start, end: end - (slashes === '' ? 0 : run), after: end + quote.length }
        if (run < slashes.length) return null
      }
      run = 0
    }
  }
  return null
}

/** Continuation of a concatenation (`"token=" + value`), whose literal is a secret only if it looks random. */
const joined = /\s{0,4}(?:[+%](?!\+)|\.(?:format|join|replace|concat)\()/y

/** The secret in a literal; null if the literal is not a secret, undefined if there is no literal. */
function spanOf(
  text: string,
  literal: Literal | null,
  name: Name,
  mustBeRandom = false,
): SecretSpan | null | undefined {
  if (literal === null) return undefined
  const value = text.slice(literal.start, literal.end)
  const offset = secretStart(value, name.text, name.is)
  if (offset === -1) return null
  const isPiece = mustBeRandom || endOf(joined, text, literal.after) !== -1
  if (isPiece && !looksRandom(value.slice(offset))) return null
  return { start: literal.start + offset, end: literal.end, name: name.text }
}

/** The secret after an operator: as a literal, in a wrapper, or as the default of an expression. */
function valueAt(text: string, at: number, name: Name, mustBeRandom = false): SecretSpan | null | undefined {
  const wrapped = endOf(wrapper, text, at)
  const own = literalAt(text, wrapped === -1 ? at : wrapped)
  const behind = own === null ? endOf(expressionWithFallback, text, at) : endOf(fallbackOperator, text, own.after)
  const ofOwn = spanOf(text, own, name, mustBeRandom)
  if (ofOwn || behind === -1) return ofOwn
  return spanOf(text, literalAt(text, behind), name) ?? ofOwn
}

/** The secret in the second argument of a call that reads or sets the named value. */
function argumentAt(text: string, at: number, name: Name): SecretSpan | null | undefined {
  const second = endOf(argument, text, at)
  if (second === -1) return undefined
  const call = callBefore.exec(text.slice(Math.max(0, name.start - maxName), name.start))?.[1]
  if (call === undefined || !callsWithValue.test(call)) return undefined
  const literal = literalAt(text, second)
  if (literal === null || !/^\s{0,8}\)/.test(text.slice(literal.after, literal.after + 10))) return undefined
  return spanOf(text, literal, name)
}

function quotedAt(text: string, name: Name): SecretSpan | null | undefined {
  const end = endOf(nameEnd, text, name.end)
  const fallback = endOf(fallbackOperator, text, end)
  if (fallback !== -1) return spanOf(text, literalAt(text, fallback), name)
  const compared = endOf(comparison, text, end)
  if (compared !== -1) return valueAt(text, compared, name, true)
  const assigned = endOf(assignment, text, end)
  if (assigned !== -1) return valueAt(text, assigned, name)
  const option = name.text.startsWith('--') ? endOf(optionValue, text, name.end) : -1
  if (option !== -1) return spanOf(text, literalAt(text, option), name)
  return end > name.end ? argumentAt(text, end, name) : undefined
}

/**
 * An unquoted value in settings, headers, YAML, forms and shells. It must look random.
 */
const bareValue =
  /(?:\*{0,2}[ \t]{0,4}(?::-|:=|[:=])\*{0,2}[ \t]{0,4}(?:(?:bearer|basic|token) )?)([^\s"'`{}<>()[\]$,;\\&|]{6,500})/iy
/** An unquoted value after an option: `--token …` */
const bareOption = /[ \t]{1,4}([^\s"'`{}<>()[\]$,;\\&|]{6,500})/y
const bareEnd = /\s|$|\\{1,7}[rn]|\\{0,7}["'`]|[};&]/y
/** An unquoted value that fills the rest of its line: `DB_PASSWORD=abc12345`, `Password: Admin123!` */
const lineValue =
  /(?:\*{0,2}[ \t]{0,4}[:=]\*{0,2}[ \t]{0,4}|\*\*\r?\n)([^\s\\"'`{}<>()[\]$][^\s\\"'`{}<>()[\]]{5,200})(?=[ \t]{0,4}(?:\r?\n|$))/y
const lineBefore = /(?:^|[\n;])[ \t*>-]{0,40}(?:export |ENV |set )?$/
const nextLineCloses = /^\s{0,40}[})\]]/
const passwordOrCapitals = /[Pp]assw|PASSW|[Pp]wd|PWD|^[A-Z][A-Z\d_]+$/

function lineAt(text: string, name: Name): SecretSpan | null {
  if (!name.is || !passwordOrCapitals.test(name.text)) return null
  lineValue.lastIndex = name.end
  const [all = '', value = ''] = lineValue.exec(text) ?? []
  const end = lineValue.lastIndex
  // A value that ends like a line of code, or is assigned with spaces around the sign, may be a name.
  if (!/\d/.test(value) || /[,;]$/.test(value) || (/\s=/.test(all) && /^[A-Za-z_][\w.]*$/.test(value))) return null
  if (isPlainValue(value) || isIdentifier(value) || nextLineCloses.test(text.slice(end, end + 48))) return null
  return lineBefore.test(text.slice(Math.max(0, name.start - 60), name.start))
    ? { start: end - value.length, end, name: name.text }
    : null
}

function bareAt(text: string, name: Name): SecretSpan | null {
  if (!name.is || /[?&]/.test(text[name.start - 1] ?? '')) return null
  const pattern = name.text.startsWith('--') ? bareOption : bareValue
  pattern.lastIndex = name.end
  const value = pattern.exec(text)?.[1] ?? ''
  const end = pattern.lastIndex
  if (!looksRandom(value) || isPlainValue(value) || endOf(bareEnd, text, end) === -1) return null
  return { start: end - value.length, end, name: name.text }
}

/**
 * Maximum number of names in one word, such as a URL; after that, only literals are searched, so that a long word is
 * not scanned repeatedly.
 */
const maxNamesPerWord = 3

/** Literals that belong to secret names, in order and without overlaps. */
export function secretLiterals(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  let namesInWord = 0
  let nameBefore = 0
  for (const name of literalNames(text)) {
    namesInWord = /[\s"'`]/.test(text.slice(nameBefore, name.start)) ? 0 : namesInWord + 1
    nameBefore = name.end
    const quoted = quotedAt(text, name)
    // If there is a literal, it is the value, and the rest of the line is ignored.
    const bare =
      quoted === undefined && namesInWord <= maxNamesPerWord ? (bareAt(text, name) ?? lineAt(text, name)) : null
    const span = quoted ?? bare
    const last = spans.at(-1)
    if (span && (last === undefined || span.start >= last.end)) spans.push(span)
  }
  return spans
}

/** Operators before the defaults of an expression under a secret's name, or the beginning of a literal expression. */
const defaultsOf = /(?:\|\||\?\?|\?:|\bor\b|^=?\{\{)\s{0,8}(?=["'`])/g

export function defaultLiterals(text: string, name: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  for (const { 0: operator, index } of text.matchAll(defaultsOf)) {
    const at = index + operator.length
    const span = spanOf(text, literalAt(text, at), { start: at, end: at, text: name, is: true })
    if (span) spans.push(span)
  }
  return spans
}

/** Returns the replacement for a secret with a name. */
export type Reference = (secret: string, name: string) => string

/** Replaces each span in the text. */
export function replaceSpans(text: string, spans: readonly SecretSpan[], reference: Reference): string {
  let replaced = ''
  let from = 0
  for (const { start, end, name } of spans) {
    replaced += text.slice(from, start) + reference(text.slice(start, end), name)
    from = end
  }
  return replaced + text.slice(from)
}
