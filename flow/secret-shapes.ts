/** What looks like a secret: names of keys, and text that is too random to be words. Shapes of tokens: token-shapes.ts. Every pattern is linear. */

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
  /^(?:string|number|integer|boolean|object|array|null|any|none|true|false|yes|no|required|optional|header|headers|query|body|bearer|basic|env|str|msg|flow|global|cred|json|jsonata|undefined|oauth2?|auto|default|jwt|authorization|x-api-key|api[ _-]?key)$/i

/** What people write where a secret has to go: "<token>", "[your token]", "YOUR_API_KEY", "•••••". A real one has digits. */
const placeholder =
  /^(?:<[a-z _.-]{1,60}>|\[[a-z _.-]{1,60}\]|(?:your|enter|insert|paste|replace)[ _-][a-z _.-]{1,80}|[x*•.…_-]{1,80})$/i

/** A text that stands where secrets stand, and is none. */
export const isPlain = (text: string): boolean => plainWords.test(text) || placeholder.test(text)

/** The part of a value under a secret's name that must go; null where there is none (empty, a reference, a plain word). */
export function secretLike(text: string): { start: number } | null {
  const scheme = /^\s*=?(?:bearer|basic|token|apikey|digest)\s+/i.exec(text)
  const start = scheme ? scheme[0].length : 0
  const value = text.slice(start).trim()
  if (value === '' || isPlain(value)) return null
  const rest = value.replace(/\{\{ secrets\.\w+ \}\}/g, '').replace(/\{\{[^{}]*\}\}|\$\{[^{}]*\}/g, '')
  if (rest === value) return { start }
  // Beside a reference only a long word with a digit is more than decoration.
  return /[\w+/=.-]{16,}/.test(rest) && /\d/.test(rest) ? { start: 0 } : null
}
