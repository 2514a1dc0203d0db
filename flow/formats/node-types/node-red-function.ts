/**
 * The function node of Node-RED as code here. Converted is only what certainly behaves the same: the message is the
 * input of the step, and what the function returns its output. Source: docs/formats.md, "node-red".
 */
import { type JsonRecord, listOf, numberOf, textOf } from '#lib/json/json.ts'

/** Comments, texts, templates and regular expressions. Each part ends at the latest where its line or the code does. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?|\/(?<=(?:^|[(,=:[!&|?{};\n]|return)[ \t]*\/)(?:\\.|[^/\\\n])+\/?/g

/** The code without comments, and without texts but those of templates, which may contain code. */
const withoutTexts = (source: string): string =>
  source.replaceAll(tokens, (token) => {
    if (token.startsWith('//') || token.startsWith('/*')) return ' '
    return token.startsWith('"') || token.startsWith("'") ? '0' : token
  })

/** Names, unless they are fields, that the sandbox lacks: those of Node-RED and Node.js, and `Intl`. */
const foreignNames = new RegExp(
  String.raw`(?<!(?:^|[^.])\.)\b(?:${[
    'node|flow|global|context|env|RED|require|import|process|Buffer|console|util|URL|URLSearchParams|TextEncoder',
    'TextDecoder|Intl|fetch|structuredClone|queueMicrotask|setTimeout|setInterval|setImmediate|clearTimeout',
    'clearInterval|clearImmediate|this|arguments|globalThis|eval|Function|promisify',
  ].join('|')})\b|\.toLocale\w*|\bmsg\s*\.\s*(?:req|res)\b`,
)

/** A message that is replaced by something other than a new object. */
const replacedMessage = /(?<![\w$.])msg\s*=(?![=>]|\s*\{)/

/** The position after the bracket that closes the one at `start`; -1 if none does. */
function endOfBraces(code: string, start: number): number {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if (code[at] === '{') depth += 1
    else if (code[at] === '}' && --depth === 0) return at + 1
  }
  return -1
}

/** Whether every way through the code returns a message: without one, Node-RED ends the flow at this node. */
function alwaysReturnsMessage(code: string): boolean {
  const returns = [...code.matchAll(/(?<![\w$.])return(?![\w$])[ \t]*/g)]
  const last = returns.at(-1)
  if (last === undefined) return false
  const starts = returns.map(({ index, 0: word }) => index + word.length)
  const isMessage = starts.every((start) => /^(?:\{|msg\s*(?:;|\}|$)|msg[ \t]*\n)/.test(code.slice(start, start + 80)))
  if (!isMessage) return false
  const lastStart = starts.at(-1) ?? 0
  const end = code[lastStart] === '{' ? endOfBraces(code, lastStart) : lastStart + 'msg'.length
  const isAtEnd = end >= 0 && /^[\s;]*$/.test(code.slice(end))
  // `if (…) return msg` at the end returns nothing otherwise.
  const lineBefore = code.slice(0, last.index).trimEnd().split('\n').at(-1) ?? ''
  const isConditional =
    /(?:\belse|=>)$/.test(lineBefore) || (lineBefore.endsWith(')') && /\b(?:if|for|while|with)\b/.test(lineBefore))
  return isAtEnd && !isConditional
}

/** Whether the node has code that runs only in Node-RED: at its start or its end, or packages. */
const hasMoreThanCode = (item: JsonRecord): boolean =>
  [item['initialize'], item['finalize']].some((text) => withoutTexts(textOf(text)).trim() !== '') ||
  listOf(item['libs']).length > 0 ||
  (numberOf(item['timeout']) ?? 0) > 0

/**
 * The source of a code step that does the same; null if there is none. A message is an object with a `payload`: an
 * input without one, such as the body of a webhook, is the payload. In its block, the function may declare names that
 * code here has as parameters.
 */
export function codeOfFunction(item: JsonRecord): string | null {
  const source = textOf(item['func'])
  const code = withoutTexts(source)
  if (listOf(item['wires']).length > 1 || hasMoreThanCode(item)) return null
  if (foreignNames.test(code) || replacedMessage.test(code) || !alwaysReturnsMessage(code)) return null
  return `var msg = { payload: input, ...(Array.isArray(input) || typeof input === 'string' ? {} : input) }\n{\n${source.trim()}\n}`
}
