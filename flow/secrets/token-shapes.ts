/** Finds secrets by their shape, anywhere in text: by a vendor's prefix, or by the text around them. */
import { basicPassword, isExpression, isPlainValue } from './plain-value.ts'
import { isIdentifier, looksRandom } from './random-text.ts'
import { type Reference, replaceSpans, secretLiterals } from './secret-literals.ts'
import { webhookPatterns, keyPrefixes, unspecificKeyPrefixes, tokenPrefixes } from './token-prefixes.ts'

interface TokenPattern {
  /** Name from which the key of the secret is derived. */
  name: string
  /** Only the group `secret` is replaced. Except in private keys, it matches no braces, to keep references. Linear. */
  pattern: RegExp
  /** Additional check, if the pattern is ambiguous. */
  is: (secret: string) => boolean
}

const always = (): boolean => true
const shape = (name: string, pattern: RegExp, is: TokenPattern['is'] = always): TokenPattern => ({ name, pattern, is })

/** Matches one of several patterns, unless one of the characters `notBefore` precedes it. */
const anyOf = (patterns: readonly string[], notBefore = '\\w-'): RegExp =>
  new RegExp(`(?<![${notBefore}])(?<secret>${patterns.join('|')})`, 'g')

/** Whether a text has digits or letters of both cases: a lower-case name is not a token. */
const isToken = (secret: string): boolean => /\d/.test(secret) || (/[a-z]/.test(secret) && /[A-Z]/.test(secret))

const isBasic = (secret: string): boolean => basicPassword(secret) !== null

/** Whether the text after "Bearer" is a token; in a sentence, it is a word. */
const isBearer = (secret: string): boolean =>
  !isExpression(secret) && (/\d/.test(secret) ? secret.length >= 8 : secret.length >= 20 && !isIdentifier(secret))

/** False for passwords in example URLs of documentation. */
const isPassword = (secret: string): boolean =>
  !/^(?:secret|password\d?|passwd|pass|pwd|user:pass(?:word)?|\*+|:.*)$/i.test(secret)

/** Whether a text is a session cookie; code that builds a cookie has names instead of values. */
const isCookie = (secret: string): boolean => /=[^;\s]{6,}/.test(secret) && /\d/.test(secret) && !/[()]/.test(secret)

/** Shapes that require a certain sign in the text: searching for signs first rules out most texts. */
interface Family {
  sign: RegExp
  shapes: readonly TokenPattern[]
}
const family = (sign: RegExp, ...shapes: TokenPattern[]): Family => ({ sign, shapes })

const families: readonly Family[] = [
  family(
    /PRIVATE KEY/,
    shape(
      'private_key',
      /(?<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-"'`]|-(?!----)){1,12000}-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\\{1,7}[nr]|\s){0,8}[\w+/=]{40,200}){1,200}))/g,
    ),
  ),
  family(/eyJ/, shape('jwt', /(?<![\w-])(?<secret>eyJ[\w-]{6,4000}\.[\w-]{6,4000}(?:\.[\w-]{0,4000})?)/g)),
  family(
    /bearer|basic/i,
    shape('bearer_token', /(?<![\w-])bearer\s{1,4}(?!bearer\s)(?<secret>[\w.~+/=-]{6,4000})/gi, isBearer),
    shape('basic_password', /(?<![\w-])basic\s{1,4}(?<secret>[\w+/]{6,4000}={0,2})/gi, isBasic),
  ),
  family(
    /@/,
    shape(
      'url_password',
      /[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@{}"'`<>]{0,200}:(?<secret>[^\\\s/@{}"'`<>]{1,400})@/gi,
      isPassword,
    ),
    shape('url_token', /[a-z][a-z\d+.-]{1,20}:\/\/(?<secret>[\w.~-]{16,400})@/gi, looksRandom),
  ),
  // Every token with a prefix contains a long word, except some Slack tokens.
  family(
    /\b\w{12}|xox/,
    shape('api_key', anyOf(keyPrefixes), isToken),
    shape('api_key', anyOf(unspecificKeyPrefixes, '\\w/+-')),
    shape('access_token', anyOf(tokenPrefixes), isToken),
  ),
  family(
    /hook|ifttt|pipedream/,
    ...webhookPatterns.map((address) => shape('hook_address', new RegExp(address, 'g'), isToken)),
  ),
  family(/\d{8}:/, shape('bot_token', /(?<![\w-])(?:bot)?(?<secret>\d{8,12}:[\w-]{34,36})(?![\w-])/g)),
  family(
    /[?&]\w/,
    shape(
      'query_key',
      /[?&](?:api[_-]?key|access[_-]?token|auth[_-]?token|token|secret|client[_-]?secret|password|passwd|sig|(?:x-(?:amz|goog)-)?signature|x-amz-security-token)=(?<secret>[^\\&\s"'`#{}<>()[\]]{6,1000})/gi,
    ),
    // "key" in a URL is often the name of a field.
    shape('query_key', /[?&]key=(?<secret>[^\\&\s"'`#{}<>()[\]]{6,1000})/gi, looksRandom),
  ),
  family(
    /\b(?:create|alter)\s/i,
    shape(
      'password',
      /\b(?:create|alter)\s{1,4}(?:user|role|login)\b[^;"'`]{0,200}(?:["'`][^"'`\n]{0,80}["'`][^;"'`]{0,200}){0,2}(?:password|identified\s{1,4}(?:with\s{1,4}\w{1,40}\s{1,4})?by)\s{0,4}=?\s{0,4}\\{0,3}["'](?<secret>[^"'`{}\n]{3,400}?)\\{0,3}["']/gi,
    ),
  ),
  // Database connection strings: a password between other fields.
  family(
    /;\s?(?:password|passwd|pwd|accountkey|sharedaccesskey)\s?=/i,
    shape(
      'password',
      /(?<=(?:server|host|source|id|uid|user|username|database|catalog|accountname|endpoint|port)\s?=[^;\n"'{}]{0,100};(?:[\w ]{2,30}=[^;\n"'{}]{0,100};){0,6})\s?(?:password|passwd|pwd|accountkey|sharedaccesskey)\s?=\s?(?<secret>[^\\\s;"'`{}<>]{4,200})/gi,
    ),
  ),
  family(
    /cookie/i,
    shape(
      'cookie',
      /(?<![\w.])cookie\\{0,3}["']?:\s{0,4}\\{0,3}["']?(?<secret>[\w.-]{1,60}=[^\s;"'`{}\\]{1,2000}(?:; ?[\w.-]{1,60}=[^\s;"'`{}\\]{0,2000}){0,60})/gi,
      isCookie,
    ),
  ),
  family(
    /curl/,
    shape('password', /curl\b[^\n]{0,300}?\s(?:-u|--user)\s{1,4}["']?[^\s:"'{}]{1,100}:(?<secret>[^\\\s"'{}]{3,400})/g),
  ),
  family(
    /<\//,
    shape(
      'password',
      /<(?:[\w.]{0,40}[:_-])?(?:password|passwd|secret|token|api-?key|access-?token|client-?secret)>(?<secret>[^\\<>{}\s]{4,400})<\//gi,
    ),
  ),
]

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/

function replaceShape(text: string, { name, pattern, is }: TokenPattern, reference: Reference): string {
  return text.replace(pattern, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1)
    const secret: unknown = typeof groups === 'object' && groups !== null ? Reflect.get(groups, 'secret') : undefined
    if (typeof secret !== 'string' || isPlainValue(secret) || !is(secret)) return match
    const at = match.lastIndexOf(secret)
    return match.slice(0, at) + reference(secret, name) + match.slice(at + secret.length)
  })
}

/** Replaces every secret in a text with the result of `reference`. */
export function replaceShapes(text: string, reference: Reference): string {
  // In shorter text, a secret cannot be distinguished from a word. UUIDs are ids.
  if (text.length < 9 || uuid.test(text)) return text
  let clean = text
  for (const { sign, shapes } of families)
    if (sign.test(text)) for (const each of shapes) clean = replaceShape(clean, each, reference)
  return replaceSpans(clean, secretLiterals(clean), reference)
}

/** Whether a text contains a secret. */
export const containsToken = (text: string): boolean => replaceShapes(text, () => '') !== text
