/**
 * Recognises values in the place of a secret that are not secrets: references, placeholders, names of secrets. A real
 * secret is random, or a word without such a meaning.
 */
import { looksRandom } from './random-text.ts'

/** Maximum length of a text that is checked: longer texts are never names or placeholders. */
const maxLength = 400

/** Words that occur as schemas, options and defaults under a secret's name. */
const schemaWords =
  /^(?:string|number|integer|boolean|object|array|null|nil|any|none|true|false|yes|no|n\/?a|tbd|todo|required|optional|hidden|redacted|masked|header|headers|query|body|form|path|bearer|basic|digest|env|str|text|msg|flow|global|cred|json|jsonata|undefined|unknown|missing|invalid|expired|empty|oauth2?|auto|default|custom|manual|include|omit|same-origin|jwt|pwd|pass|passed|failed|passwort|contraseña|senha|session|session_?id|sid|content-type|user-agent)$/i

/** Matches text that consists only of words for secrets: "X-Api-Key", "CLIENTSECRET", "access token". */
const namesSecret =
  /^(?:x|my|the|new|api|app|auth|access|account|authorization|basic|bearer|bot|client|cookie|credentials?|creds?|id|jwt|keys?|oauth2?|pass|passphrase|passwd|password|private|pwd|refresh|secrets?|service|session|signing|tokens?|value|webhook){1,6}$/i
const secretPart = /key|token|secret|pass|pwd|cred|auth|jwt|cookie/i
/** Beginnings of weak but real passwords. */
const weakPassword = /^(?:my|secret)(?:secret|pass)/i

/** Words in placeholders that ask for a secret. */
const placeholderWord =
  /(?:^|[^a-z])(?:your?|here|insert|enter|put|replace|paste|fill|placeholder|todo|redacted|dummy|sample|example)(?![a-z])/i
const placeholderPhrase =
  /^(?:(?:insert|enter|put|paste|replace|fill)(?:your|my|the)|your)[a-z]{2,40}$|^[a-z]{2,40}here$/i
/** Matches placeholders: "Your n8n password"; "bot[your-telegram-bot-token]"; "tvly-YOUR_API_KEY". */
const placeholderPart =
  /^your? .{0,400}[a-z]{3}|[[<{(]\s{0,2}(?:your|insert|enter|put)\b[^\]>})]{0,80}[\]>})]|^[a-z_-]{0,20}(?:[-_.]|[a-z](?=Y))your[-_.]?[a-z][a-z_.-]{1,60}$/i

const secretWord = /^(?:key|keys|apikey|token|tokens|secret|password|passwd|credentials?|creds?|authorization|api)$/i
/** Emphatic words, because "super-secret-token" may be a real, weak secret. */
const emphasisWord = /^(?:my|our|super|very|top|so)$/i

/** Text within placeholder marks: "<token>", "[your key]", "%TOKEN%", "**PUT_KEY_HERE**". */
const bracketedPlaceholder =
  /^(?:<{1,2}[^<>"\d]{1,80}>{1,2}|\[{1,2}[^[\]"\d]{1,80}\]{1,2}|\{{1,3}[^{}"\d]{1,80}\}{1,3}|%[A-Z_]{2,80}%|__[A-Z_]{2,80}__|\*{1,2}[^*\d]{1,80}\*{1,2}|\([^()"\d]{1,80}\))$/i
/** Variables of shells and templates: "$TOKEN", "$(TOKEN)", "#{token}", "@{token}", "%s"; Windmill's "$var:f/shop/token". */
const variable =
  /^(?:\$[A-Z_][A-Z\d_]{2,80}|\$\([^()]{1,80}\)|[@#:]\{[^{}]{1,80}\}|%\([a-z_]{1,40}\)s|%[sdv]|\$(?:var|res):[ufg]\/[\w./-]{1,250})$/

/** Beginnings of expressions in code and templates. */
const pathRoot =
  /^(?:\$\w*|msg|flow|global|env|process|secrets?|vars?|variables?|inputs?|outputs?|params?|args|parameters|data|items?|json|body|headers?|query|config|settings|ctx|context|steps?|trigger|state|self|this|props|credentials?|os|workflow|payload|event|req|request|res|resp|response|user|account|auth|session|result|nodes?|import|System|Deno|Bun|kv)$/
const pathOrCall =
  /^([A-Za-z_$][\w$]{0,40})(?:\??\.[A-Za-z_$][\w$]{0,40}|\[["']?[\w -]{1,60}["']?\]|\(["']?[\w .-]{0,60}["']?\)){1,8}[;,]?$/

/** File names and addresses, which are not secrets. */
const file = /^[\w./~\\ -]{1,200}\.(?:json|pem|crt|cer|key|p12|pfx|ya?ml|txt|env|jks|toml|ini)$/i
const address = /^(?:https?|wss?|file):\/\/[^\s?#@]{1,400}$/i

/** Whether a text is filler: "xxxxx==", "XXXX-YYYY", or after a prefix, "sk-****", "key_XXXXXX", "sk-…". */
function isFiller(text: string): boolean {
  if (/^[x*•.…_\s-]+$/i.test(text)) return true
  const groups = text.split(/[-_ =]+/).filter((group) => group !== '')
  if (groups.every((group) => group.length > 2 && /^(.)\1+$/.test(group))) return true
  const run = /x{4,}|\*{3,}|•{3,}|…|\.{3}/i.exec(text)
  if (!run) return false
  const rest = text.slice(0, run.index) + text.slice(run.index + run[0].length).replace(/^[x*•.…]+/i, '')
  return rest.length <= 12
}

/** Splits a name into words (snake_case, kebab-case, camelCase, CAPITALS, spaces). */
const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_.,'’()/-]+/)
    .filter((word) => word !== '')

/**
 * Whether a text without digits is the name of a secret, or a sentence about one: "gitlabToken", "SUPADATA_API_KEY".
 */
function isSecretPhrase(text: string): boolean {
  const joined = text.replace(/[\s_.-]/g, '')
  if (namesSecret.test(joined) && secretPart.test(joined) && !weakPassword.test(joined)) return true
  // Except in words like "oauth2", names have no digits; tokens do.
  if (!/^[A-Za-z][A-Za-z\s_.,'’()/!?-]*$/.test(text.replace(/oauth2|base64/gi, 'word'))) return false
  if (placeholderPhrase.test(joined)) return true
  const words = wordsOf(text)
  if (words.length < 2) return false
  if (placeholderWord.test(text)) return true
  const isName = /[_\s-]/.test(text) || /^[a-z]/.test(text)
  return isName && words.some((word) => secretWord.test(word)) && !words.some((word) => emphasisWord.test(word))
}

/** Whether a value is an expression in code or a template: `msg.token`, `$env.KEY`, `env("KEY")`. */
export function isExpression(text: string): boolean {
  const root = pathOrCall.exec(text)?.[1]
  return variable.test(text) || (root !== undefined && pathRoot.test(root))
}

const isAddress = (text: string): boolean => address.test(text) && !text.split('/').some(looksRandom)

/** The password in an HTTP Basic credential (RFC 7617); null if the text is not such a credential. */
export function basicPassword(text: string): string | null {
  if (!/^[A-Za-z\d+/]{6,4000}={0,2}$/.test(text)) return null
  const unpadded = text.replace(/=+$/, '')
  // Base64 never has this length. Words that happen to be Base64 do not decode to text.
  if (unpadded.length % 4 === 1) return null
  return /^[\x20-\x39\x3b-\x7e]*:([\x20-\x7e]*)$/.exec(atob(unpadded))?.[1] ?? null
}

function isPlainBasicCredential(text: string): boolean {
  const password = basicPassword(text)
  return password !== null && password !== '' && isPlainValue(password)
}

/** Whether a text in the place of a secret is not a secret. Linear. */
export function isPlainValue(original: string): boolean {
  if (original.length > maxLength) return false
  // Strips n8n's expression mark, and quotes and spaces around the value.
  const text = original
    .trim()
    .replace(/^=(?=.)/, '')
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .trim()
  if (text === '' || schemaWords.test(text) || isFiller(text) || bracketedPlaceholder.test(text) || isExpression(text))
    return true
  if (file.test(text) || isAddress(text) || placeholderPart.test(text) || isPlainBasicCredential(text)) return true
  if (/^\d{1,3}$/.test(text) || (/^your[-_.]/i.test(text) && !looksRandom(text))) return true
  return text.startsWith('$') ? isSecretPhrase(text.slice(1)) : isSecretPhrase(text)
}

/** Replaces template references with spaces: `{{ … }}`, which may contain objects, and `${…}`. */
export function withoutReferences(original: string): string {
  if (!original.includes('{{') && !original.includes('${')) return original
  // Our own references first: they are removed even after braces that are never closed.
  const text = original.replace(/\{\{ secrets\.\w+ \}\}/g, ' ')
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

/** Minimum length of a token after "Bearer"; shorter text is a word. */
const shortestToken = 5

/** The secret part of a value under a secret's name; null if the value is empty, a reference or a plain word. */
export function secretLike(text: string): { start: number } | null {
  const scheme = /^\s*=?(?:bearer|basic|token|apikey|digest)\s+/i.exec(text)
  const start = scheme ? scheme[0].length : 0
  const value = text.slice(start).trim()
  if (value === '' || isPlainValue(value) || (start > 0 && value.length < shortestToken)) return null
  const rest = withoutReferences(value)
  if (rest === value) return { start }
  // Beside a reference, only a long word with a digit is a secret.
  return /[\w+/=.-]{16,}/.test(rest) && /\d/.test(rest) ? { start: 0 } : null
}
