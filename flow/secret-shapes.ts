/** What looks like a secret: names of keys, shapes of tokens, and text that is too random to be words. Every pattern is linear. */

/** The last word of a name that always means a secret. */
const lastWords = new Set([
  'password',
  'passwd',
  'passphrase',
  'pwd',
  'secret',
  'secrets',
  'token',
  'authorization',
  'credential',
  'credentials',
  'cookie',
  'cookies',
  'bearer',
  'apikey',
  'authtoken',
  'accesstoken',
  'secretkey',
  'privatekey',
  'passcode',
  'jwt',
])
/** "key" is a secret after these words, and a plain word after others ("sort key"). */
const keyWords = new Set([
  'api',
  'access',
  'secret',
  'private',
  'auth',
  'encryption',
  'signing',
  'license',
  'service',
  'bot',
  'client',
  'master',
  'shared',
  'subscription',
  'account',
  'admin',
  'app',
  'application',
  'authentication',
  'deploy',
  'ssh',
  'storage',
  'webhook',
])
/** Words that may follow without making it something else: "token value", "api key 2". */
const trailing = /^(?:value|string|header|literal|raw|\d+)$/
/** A key that ends with one of these says something *about* a secret. */
const aboutWords = new Set([
  'type',
  'name',
  'id',
  'kind',
  'field',
  'mode',
  'path',
  'url',
  'label',
  'description',
  'title',
  'prefix',
  'scope',
  'ids',
  'property',
  'placeholder',
  'hint',
  'docs',
])

/** Longest name that is looked at: keys beyond that are data. */
const maxName = 120

function splitName(name: string): string[] {
  // A reference is no name.
  if (name.length > maxName || name.includes('{{')) return []
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
  return words.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

/** What a name says about its value: `is` a secret as a whole, or `may` be one if it also looks random. */
interface Meaning {
  is: boolean
  may: boolean
}

function meaningOf(name: string): Meaning {
  const all = splitName(name)
  const may =
    !aboutWords.has(all.at(-1) ?? '') && all.some((word) => /key|token|secret|passw|auth|credential|cookie/.test(word))
  const words = [...all]
  while (words.length > 1 && trailing.test(words.at(-1) ?? '')) words.pop()
  const last = words.at(-1) ?? ''
  return { is: lastWords.has(last) || (last === 'key' && keyWords.has(words.at(-2) ?? '')), may }
}

/** Meanings of names seen: the same few keys occur in every node. Full, it starts anew. */
const seen = new Map<string, Meaning>()
const maxSeen = 5000

function known(name: string): Meaning {
  const before = seen.get(name)
  if (before) return before
  const meaning = meaningOf(name)
  if (seen.size >= maxSeen) seen.clear()
  seen.set(name, meaning)
  return meaning
}

/** True for the name of a field whose whole value is a secret: "X-Api-Key", "botToken", "DB_PASSWORD". */
export const isSecretName = (name: string): boolean => known(name).is

/** True for a name that has such a word somewhere; its value then counts if it also looks random. */
export const mayNameSecret = (name: string): boolean => known(name).may

/** Shortest text that is judged by its randomness, and bits per character from which it counts. */
const randomLength = 16
const randomBits = 3.3
const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** One long word of letters and digits whose characters hardly repeat (Shannon entropy); ids in the form of a UUID are not. */
export function looksRandom(text: string): boolean {
  if (text.length < randomLength || text.length > 4000 || !/^[\w.+/=~:-]+$/.test(text) || uuid.test(text)) return false
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits >= randomBits
}

/** Words that stand under a secret's name in schemas and settings without being one. */
const plainWords =
  /^(?:string|number|integer|boolean|object|array|null|any|none|true|false|yes|no|required|optional|header|headers|query|body|bearer|basic|env|str|msg|flow|global|cred|json|jsonata|undefined|oauth2?|auto|default)$/i

/** The part of a value under a secret's name that must go; null where there is none (empty, a reference, a plain word). */
export function secretLike(text: string): { start: number } | null {
  const scheme = /^\s*=?(?:bearer|basic|token|apikey|digest)\s+/i.exec(text)
  const start = scheme ? scheme[0].length : 0
  const value = text.slice(start).trim()
  if (value === '' || plainWords.test(value)) return null
  const rest = value.replace(/\{\{ secrets\.\w+ \}\}/g, '').replace(/\{\{[^{}]*\}\}|\$\{[^{}]*\}/g, '')
  if (rest === value) return { start }
  // Beside a reference only a long word with a digit is more than decoration.
  return /[\w+/=.-]{16,}/.test(rest) && /\d/.test(rest) ? { start: 0 } : null
}

/** Named by what to call the secret. The group `secret` goes, all else stays. A secret has no braces, so that references stay. */
const shapes: readonly (readonly [string, RegExp])[] = [
  [
    'private_key',
    /(?<secret>-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{1,8000}-----END [A-Z ]{0,30}PRIVATE KEY-----)/g,
  ],
  ['jwt', /(?<![\w-])(?<secret>eyJ[\w-]{6,4000}\.[\w-]{6,4000}(?:\.[\w-]{0,4000})?)/g],
  [
    'bearer_token',
    /(?<![\w-])(?:bearer|basic)\s{1,4}(?<secret>(?=[\w.~+/=-]{0,200}\d)[\w.~+/=-]{8,4000}|[\w.~+/=-]{20,4000})/gi,
  ],
  ['url_password', /[a-z][a-z\d+.-]{1,20}:\/\/[^\s:/@{}"'`<>]{0,200}:(?<secret>[^\s/@{}"'`<>]{1,400})@/gi],
  ['hook_address', /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[\w/]{8,200})/g],
  ['hook_address', /discord(?:app)?\.com\/api\/webhooks\/(?<secret>[\w/-]{20,200})/g],
  [
    'api_key',
    /(?<![\w-])(?<secret>sk-[\w-]{8,400}|(?:sk|pk|rk)_(?:live|test)_\w{8,400}|AKIA[\dA-Z]{16}|ASIA[\dA-Z]{16}|AIza[\w-]{30,60}|SG\.[\w-]{16,80}\.[\w-]{16,80})/g,
  ],
  [
    'access_token',
    /(?<![\w-])(?<secret>gh[pousr]_\w{8,400}|github_pat_\w{16,400}|glpat-[\w-]{16,200}|xox[abeoprs]-[\w-]{8,400}|hf_\w{20,200}|npm_\w{30,200}|ya29\.[\w-]{20,400})/g,
  ],
  ['bot_token', /(?<![\w-])(?:bot)?(?<secret>\d{8,12}:[\w-]{34,36})(?![\w-])/g],
  [
    'query_key',
    /[?&](?:api[_-]?key|access[_-]?token|auth[_-]?token|token|secret|client[_-]?secret|password|passwd|sig|signature|key)=(?<secret>[^&\s"'`#{}<>]{6,1000})/gi,
  ],
  [
    'password',
    /(?:password|passwd|pwd|passphrase|identified\s{1,4}by)["'`]?\s{0,4}(?::|=>|=|\s)\s{0,4}["'`](?<secret>[^"'`{}\n]{3,400})["'`]/gi,
  ],
  [
    'token',
    /(?:api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|token|secret|authorization|cookie)["'`]?\s{0,4}(?::|=>|=|,)\s{0,4}["'`](?:bearer |basic |token )?(?<secret>[^"'`{}\n\s]{6,2000})["'`]/gi,
  ],
]

/** Every shape has one of these; most texts have none, and are done with after one look. */
const hint =
  /eyJ|BEGIN|bearer|basic|:\/\/[^/@]*@|hooks\.|webhooks|sk-|[spr]k_|AKIA|ASIA|AIza|SG\.|gh[pousr]_|github_|glpat-|xox|hf_|npm_|ya29|\d{8}:|[?&]\w|passw|pwd|passphrase|identified|key|token|secret|authorization|cookie/i

/** Text in which every token gives way to what `reference` makes of it and of the name of its shape. */
export function replaceShapes(text: string, reference: (secret: string, name: string) => string): string {
  // Nothing shorter holds a secret that can be told from a word.
  if (text.length < 9 || !hint.test(text)) return text
  let clean = text
  for (const [name, pattern] of shapes) {
    clean = clean.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1)
      const secret: unknown = typeof groups === 'object' && groups !== null ? Reflect.get(groups, 'secret') : undefined
      if (typeof secret !== 'string' || plainWords.test(secret)) return match
      const at = match.lastIndexOf(secret)
      return match.slice(0, at) + reference(secret, name) + match.slice(at + secret.length)
    })
  }
  return clean
}
