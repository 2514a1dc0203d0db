/**
 * Values that stand where a secret goes and are none: references, placeholders, the names of secrets. A real secret is random,
 * or a word that names nothing.
 */
import { looksRandom } from './random-text.ts'

/** Longest text that is looked at: nothing longer is a name or a placeholder. */
const longest = 400

/** Words that stand under a secret's name in schemas, options and defaults. */
const plainWords =
  /^(?:string|number|integer|boolean|object|array|null|nil|any|none|true|false|yes|no|n\/?a|tbd|todo|required|optional|hidden|redacted|masked|header|headers|query|body|form|path|bearer|basic|digest|env|str|text|msg|flow|global|cred|json|jsonata|undefined|unknown|missing|invalid|expired|empty|oauth2?|auto|default|custom|manual|include|omit|same-origin|jwt|pwd|pass|passed|failed|passwort|contraseña|senha|session|session_?id|sid|content-type|user-agent)$/i

/** Words of which the name of a secret is made, and nothing else: "X-Api-Key", "CLIENTSECRET", "access token". */
const namesSecret =
  /^(?:x|my|the|new|api|app|auth|access|account|authorization|basic|bearer|bot|client|cookie|credentials?|creds?|id|jwt|keys?|oauth2?|pass|passphrase|passwd|password|private|pwd|refresh|secrets?|service|session|signing|tokens?|value|webhook){1,6}$/i
const secretPart = /key|token|secret|pass|pwd|cred|auth|jwt|cookie/i
/** What careless people take for a password. */
const weak = /^(?:my|secret)(?:secret|pass)/i

/** Words that ask to put a secret in their place. */
const askingWord =
  /(?:^|[^a-z])(?:your?|here|insert|enter|put|replace|paste|fill|placeholder|todo|redacted|dummy|sample|example)(?![a-z])/i
const asking = /^(?:(?:insert|enter|put|paste|replace|fill)(?:your|my|the)|your)[a-z]{2,40}$|^[a-z]{2,40}here$/i
/** "Your n8n password"; "bot[your-telegram-bot-token]"; "tvly-YOUR_API_KEY". */
const askingPart =
  /^your? .{0,400}[a-z]{3}|[[<{(]\s{0,2}(?:your|insert|enter|put)\b[^\]>})]{0,80}[\]>})]|^[a-z_-]{0,20}(?:[-_.]|[a-z](?=Y))your[-_.]?[a-z][a-z_.-]{1,60}$/i

const secretWord = /^(?:key|keys|apikey|token|tokens|secret|password|passwd|credentials?|creds?|authorization|api)$/i
/** "super-secret-token" is what a careless person takes for a real one. */
const emphatic = /^(?:my|our|super|very|top|so)$/i

/** What a marker of a template language surrounds: "<token>", "[your key]", "%TOKEN%", "**PUT_KEY_HERE**". */
const surrounded =
  /^(?:<{1,2}[^<>"\d]{1,80}>{1,2}|\[{1,2}[^[\]"\d]{1,80}\]{1,2}|\{{1,3}[^{}"\d]{1,80}\}{1,3}|%[A-Z_]{2,80}%|__[A-Z_]{2,80}__|\*{1,2}[^*\d]{1,80}\*{1,2}|\([^()"\d]{1,80}\))$/i
/** "$TOKEN", "$(TOKEN)", "#{token}", "@{token}", "%s": names of variables in shells and templates. */
const variable = /^(?:\$[A-Z_][A-Z\d_]{2,80}|\$\([^()]{1,80}\)|[@#:]\{[^{}]{1,80}\}|%\([a-z_]{1,40}\)s|%[sdv])$/

/** Where expressions of code and of templates begin. */
const pathRoot =
  /^(?:\$\w*|msg|flow|global|env|process|secrets?|vars?|variables?|inputs?|outputs?|params?|args|parameters|data|items?|json|body|headers?|query|config|settings|ctx|context|steps?|trigger|state|self|this|props|credentials?|os|workflow|payload|event|req|request|res|resp|response|user|account|auth|session|result|nodes?|import|System|Deno|Bun|kv)$/
const pathOrCall =
  /^([A-Za-z_$][\w$]{0,40})(?:\??\.[A-Za-z_$][\w$]{0,40}|\[["']?[\w -]{1,60}["']?\]|\(["']?[\w .-]{0,60}["']?\)){1,8}[;,]?$/

/** The name of a file, and the address of a place. */
const file = /^[\w./~\\ -]{1,200}\.(?:json|pem|crt|cer|key|p12|pfx|ya?ml|txt|env|jks|toml|ini)$/i
const address = /^(?:https?|wss?|file):\/\/[^\s?#@]{1,400}$/i

/** One character again and again, in groups or behind a prefix: "xxxxx==", "XXXX-YYYY", "sk-****", "key_XXXXXX", "sk-…". */
function isFiller(text: string): boolean {
  if (/^[x*•.…_\s-]+$/i.test(text)) return true
  const groups = text.split(/[-_ =]+/).filter((group) => group !== '')
  if (groups.every((group) => group.length > 2 && /^(.)\1+$/.test(group))) return true
  const run = /x{4,}|\*{3,}|•{3,}|…|\.{3}/i.exec(text)
  if (!run) return false
  const rest = text.slice(0, run.index) + text.slice(run.index + run[0].length).replace(/^[x*•.…]+/i, '')
  return rest.length <= 12
}

/** Words in the spelling of names (snake_case, kebab-case, camelCase, CAPITALS), or set apart by blanks. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_.,'’()/-]+/)
    .filter((word) => word !== '')

/** The name of a secret, or a sentence about one, in letters alone: "gitlabToken", "SUPADATA_API_KEY", "Threads App Secret". */
function namesOne(text: string): boolean {
  const joined = text.replace(/[\s_.-]/g, '')
  if (namesSecret.test(joined) && secretPart.test(joined) && !weak.test(joined)) return true
  // A digit ends a name at most, as in "oauth2"; a token has them anywhere.
  if (!/^[A-Za-z][A-Za-z\s_.,'’()/!?-]*$/.test(text.replace(/oauth2|base64/gi, 'word'))) return false
  if (asking.test(joined)) return true
  const words = wordsOf(text)
  if (words.length < 2) return false
  if (askingWord.test(text)) return true
  const isName = /[_\s-]/.test(text) || /^[a-z]/.test(text)
  return isName && words.some((word) => secretWord.test(word)) && !words.some((word) => emphatic.test(word))
}

/** True where the value is an expression that code or a template works out: `msg.token`, `$env.KEY`, `env("KEY")`. */
export function isExpression(text: string): boolean {
  const root = pathOrCall.exec(text)?.[1]
  return variable.test(text) || (root !== undefined && pathRoot.test(root))
}

const isAddress = (text: string): boolean => address.test(text) && !text.split('/').some(looksRandom)

/** The password of a name and a password, as a header of HTTP carries them (RFC 7617); null where it is none. */
export function basicPassword(text: string): string | null {
  if (!/^[A-Za-z\d+/]{6,4000}={0,2}$/.test(text)) return null
  const sent = text.replace(/=+$/, '')
  // No bytes give a remainder of one letter. Words that happen to be Base64 are no text.
  if (sent.length % 4 === 1) return null
  return /^[\x20-\x39\x3b-\x7e]*:([\x20-\x7e]*)$/.exec(atob(sent))?.[1] ?? null
}

function isPlainBasic(text: string): boolean {
  const password = basicPassword(text)
  return password !== null && password !== '' && isPlain(password)
}

/** True for a text that stands where a secret goes, and is none. Linear. */
export function isPlain(given: string): boolean {
  if (given.length > longest) return false
  // n8n's mark of an expression; quotes and blanks that were written along.
  const text = given
    .trim()
    .replace(/^=(?=.)/, '')
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim()
  if (text === '' || plainWords.test(text) || isFiller(text) || surrounded.test(text) || isExpression(text)) return true
  if (file.test(text) || isAddress(text) || askingPart.test(text) || isPlainBasic(text)) return true
  if (/^\d{1,3}$/.test(text) || (/^your[-_.]/i.test(text) && !looksRandom(text))) return true
  return text.startsWith('$') ? namesOne(text.slice(1)) : namesOne(text)
}

/** The text with a blank for each reference of a template: `{{ … }}`, with objects in it too, and `${…}`. */
export function withoutReferences(given: string): string {
  if (!given.includes('{{') && !given.includes('${')) return given
  // Our own first: they are whole wherever they stand, also behind braces that are never closed.
  const text = given.replace(/\{\{ secrets\.\w+ \}\}/g, ' ')
  let rest = ''
  let from = 0
  let depth = 0
  let opened = 0
  for (const { 0: sign, index } of text.matchAll(/[{}]/g)) {
    if (sign === '}') {
      if (depth === 0) continue
      depth -= 1
      if (depth === 0) from = index + 1
    } else if (depth > 0) depth += 1
    else if (text[index + 1] === '{' || text[index - 1] === '$') {
      opened = text[index - 1] === '$' ? index - 1 : index
      rest += `${text.slice(from, opened)} `
      from = opened
      depth = 1
    }
  }
  return rest + text.slice(from)
}

/** What stands behind "Bearer" and is shorter is a word. */
const shortestToken = 5

/** The part of a value under a secret's name that must go; null where there is none (empty, a reference, a plain word). */
export function secretLike(text: string): { start: number } | null {
  const scheme = /^\s*=?(?:bearer|basic|token|apikey|digest)\s+/i.exec(text)
  const start = scheme ? scheme[0].length : 0
  const value = text.slice(start).trim()
  if (value === '' || isPlain(value) || (start > 0 && value.length < shortestToken)) return null
  const rest = withoutReferences(value)
  if (rest === value) return { start }
  // Beside a reference only a long word with a digit is more than decoration.
  return /[\w+/=.-]{16,}/.test(rest) && /\d/.test(rest) ? { start: 0 } : null
}
