/** Secrets that are known by their own shape, wherever they stand: what their makers put before them, or what stands around them. */
import { isPlain, looksRandom } from '#flow/secret-shapes.ts'

interface Shape {
  /** What to call the secret. */
  name: string
  /** The group `secret` goes, all else stays. A secret has no braces, so that references stay. Linear. */
  pattern: RegExp
  /** Where the shape alone could be something else. */
  is?: (secret: string) => boolean
}

const shape = (name: string, pattern: RegExp, is?: Shape['is']): Shape =>
  is ? { name, pattern, is } : { name, pattern }

/** What one of several patterns finds, with nothing of a word before it. */
const anyOf = (patterns: readonly string[]): RegExp => new RegExp(`(?<![\\w-])(?<secret>${patterns.join('|')})`, 'g')

/** A name and a password, as a header of HTTP carries them: RFC 7617. */
function isBasic(text: string): boolean {
  try {
    return /^[^\p{Cc}]*:[^\p{Cc}]*$/u.test(atob(text.replace(/=+$/, '')))
  } catch {
    return false
  }
}

/** Letters and digits in turn: the names of functions and variables have one number, a token has many. */
const isMixed = (text: string): boolean =>
  looksRandom(text) && (text.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0) >= 3

const keyPatterns = [
  'sk-[\\w-]{8,400}',
  '(?:sk|pk|rk)_(?:live|test)_\\w{8,400}',
  'whsec_[\\w+/=]{16,100}',
  '(?:AKIA|ASIA)[\\dA-Z]{16}',
  'AIza[\\w-]{30,60}',
  'GOCSPX-[\\w-]{20,60}',
  'SG\\.[\\w-]{16,80}\\.[\\w-]{16,80}',
  'key-[\\da-f]{32}',
  'gsk_\\w{20,100}',
  'xai-\\w{20,200}',
  'pplx-\\w{20,100}',
  'r8_\\w{20,60}',
  'PMAK-[\\da-f-]{30,80}',
  'AGE-SECRET-KEY-1[\\dA-Z]{50,60}',
]

const tokenPatterns = [
  'gh[pousr]_\\w{8,400}',
  'github_pat_\\w{16,400}',
  'gl(?:pat|rt|dt|sa)[-_][\\w-]{16,200}',
  'xox[abeoprs]-[\\w-]{8,400}',
  'xapp-[\\w-]{16,400}',
  'hf_\\w{20,200}',
  'npm_\\w{30,200}',
  'pypi-[\\w-]{16,400}',
  'dckr_pat_[\\w-]{16,100}',
  'do[opr]_v1_[\\da-f]{32,80}',
  'shp(?:at|ca|pa|ss)_[\\da-fA-F]{32}',
  'ntn_\\w{20,100}',
  'lin_(?:api|oauth)_\\w{20,100}',
  'pat[A-Za-z\\d]{14}\\.[\\da-f]{64}',
  'sbp_[\\da-f]{40}',
  'figd_[\\w-]{20,100}',
  'dapi[\\da-f]{32}',
  'ATATT3[\\w=-]{30,400}',
  'EAA[A-Za-z\\d]{60,400}',
  'ya29\\.[\\w-]{20,400}',
]

const shapes: readonly Shape[] = [
  shape(
    'private_key',
    /(?<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){1,12000}-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----|(?:\\[nr]|\s){0,8}(?:[\w+/=]{40,200}(?:\\[nr]|\s){0,4}){1,200}))/g,
  ),
  shape('jwt', /(?<![\w-])(?<secret>eyJ[\w-]{6,4000}\.[\w-]{6,4000}(?:\.[\w-]{0,4000})?)/g),
  shape(
    'bearer_token',
    /(?<![\w-])bearer\s{1,4}(?<secret>(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,4000}|[\w.~+/=-]{20,4000})/gi,
  ),
  shape('basic_password', /(?<![\w-])basic\s{1,4}(?<secret>[\w+/]{6,4000}={0,2})/gi, isBasic),
  shape('url_password', /[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@{}"'`<>]{0,200}:(?<secret>[^\s/@{}"'`<>]{1,400})@/gi),
  shape('url_token', /[a-z][a-z\d+.-]{1,20}:\/\/(?<secret>[\w.~-]{16,400})@/gi, looksRandom),
  shape('hook_address', /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/]{8,200})/g),
  shape('hook_address', /discord(?:app)?\.com\/api\/webhooks\/(?<secret>[\w/-]{20,200})/g),
  shape('hook_address', /webhook\.office\.com\/(?<secret>webhookb2\/[^\s"'`{}<>]{20,400})/g),
  shape('hook_address', /hooks\.zapier\.com\/hooks\/(?:catch|standard)\/(?<secret>[\w/]{8,100})/g),
  shape('api_key', anyOf(keyPatterns)),
  shape('access_token', anyOf(tokenPatterns)),
  shape('bot_token', /(?<![\w-])(?:bot)?(?<secret>\d{8,12}:[\w-]{34,36})(?![\w-])/g),
  shape(
    'query_key',
    /[?&](?:api[_-]?key|access[_-]?token|auth[_-]?token|token|secret|client[_-]?secret|password|passwd|sig|(?:x-(?:amz|goog)-)?signature|x-amz-security-token)=(?<secret>[^&\s"'`#{}<>]{6,1000})/gi,
  ),
  // A "key" in an address is as often the name of a field.
  shape('query_key', /[?&]key=(?<secret>[^&\s"'`#{}<>]{6,1000})/gi, looksRandom),
  shape(
    'password',
    /(?:password|passwd|pwd|passphrase|identified\s{1,4}by)\\{0,3}["'`]?\s{0,4}(?::|=>|=|\s)\s{0,4}\\{0,3}["'`](?<secret>[^"'`{}\n]{3,400}?)\\{0,3}["'`]/gi,
  ),
  shape(
    'token',
    /(?:api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|account[_-]?key|token|secret|authorization|cookie)\\{0,3}["'`]?\s{0,4}(?::|=>|=|,)\s{0,4}\\{0,3}["'`](?:bearer |basic |token )?(?<secret>[^"'`{}\n\s]{6,2000}?)\\{0,3}["'`]/gi,
  ),
  // Files of settings, headers and connections have no quotes.
  shape(
    'token',
    /(?:(?:api|access|secret|private|account|auth|client|signing|encryption)[_-]?(?:key|token|secret)|token|secret|authorization|password|passwd|pwd)\s{0,4}[:=]\s{0,4}(?<secret>[\w+/~-]{16,1000}={0,2})(?![\w.(])/gi,
    isMixed,
  ),
  shape('password', /(?:password|passwd|pwd)=(?<secret>[^\s;&"'`{}<>]{6,200})(?=;)/gi),
  shape('cookie', /cookie:\s{0,4}(?<secret>[\w.-]{1,60}=[^\r\n"'`{}]{6,2000})/gi),
  shape('password', /curl\b[^\n]{0,300}?\s(?:-u|--user)\s{1,4}["']?[^\s:"'{}]{1,100}:(?<secret>[^\s"'{}]{3,400})/g),
]

/** Every shape has one of these; most texts have none, and are done with after one look. */
const hint =
  /eyJ|BEGIN|bearer|basic|:\/\/[^/\s]*@|hooks|webhook|sk-|[spr]k_|whsec_|AKIA|ASIA|AIza|GOCSPX|SG\.|key-|gsk_|xai-|pplx-|r8_|PMAK|AGE-|gh[pousr]_|github_|gl(?:pat|rt|dt|sa)|xox|xapp|hf_|npm_|pypi-|dckr_|_v1_|shp|ntn_|lin_|pat\w|sbp_|figd_|dapi|ATATT|EAA|ya29|\d{8}:|[?&]\w|passw|pwd|passphrase|identified|key|token|secret|authorization|cookie|curl/i

/** Text in which every token gives way to what `reference` makes of it and of the name of its shape. */
export function replaceShapes(text: string, reference: (secret: string, name: string) => string): string {
  // Nothing shorter holds a secret that can be told from a word.
  if (text.length < 9 || !hint.test(text)) return text
  let clean = text
  for (const { name, pattern, is } of shapes) {
    clean = clean.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1)
      const secret: unknown = typeof groups === 'object' && groups !== null ? Reflect.get(groups, 'secret') : undefined
      if (typeof secret !== 'string' || isPlain(secret) || is?.(secret) === false) return match
      const at = match.lastIndexOf(secret)
      return match.slice(0, at) + reference(secret, name) + match.slice(at + secret.length)
    })
  }
  return clean
}

/** True where a text has a token somewhere. */
export const holdsToken = (text: string): boolean => replaceShapes(text, () => '') !== text
