/** Field names whose values are secrets. Exceptions by value: plain-value.ts; token patterns: token-shapes.ts. */

/** Last words of names whose values are always secrets. */
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
  'appsecret',
  'authheader',
  'apitoken',
  'bottoken',
  'clientsecret',
  'dbpassword',
  'refreshtoken',
])
/** "pass" means a password after one of these words, or alone; after other words it may be a pass of a loop. */
const passWords = new Set([
  'db',
  'smtp',
  'imap',
  'ftp',
  'user',
  'mail',
  'email',
  'mysql',
  'postgres',
  'pg',
  'redis',
  'auth',
  'admin',
  'http',
  'basic',
])
/** Words before "token" with which it is not a secret: amounts of text, pages of lists, tokens of a language model. */
const tokenWords = new Set([
  'max',
  'min',
  'next',
  'prev',
  'previous',
  'page',
  'continuation',
  'sync',
  'skip',
  'per',
  'stop',
  'eos',
  'bos',
  'pad',
  'unk',
  'sep',
  'cls',
  'mask',
  'special',
  'num',
  'total',
])
/** Words before "key" with which it is a secret; after other words ("sort key") it is not. */
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
/** Words that may follow without changing the meaning: "token value", "api key 2". */
const trailing = /^(?:value|string|header|literal|raw|\d+)$/
/** Last words of names whose values are facts about a secret. */
const describingWords = new Set([
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
  'domain',
  'host',
  'expires',
  'expiry',
  'expiration',
  'method',
  'provider',
  'endpoint',
  'uri',
])

/** Maximum length of a name that is checked: longer keys are data. */
const maxName = 120

function splitName(name: string): string[] {
  // References are not names.
  if (name.length > maxName || name.includes('{{')) return []
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
  return words.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

/** Whether the value of a name `is` always a secret, or `may` be one if it looks random. */
interface NameMeaning {
  is: boolean
  may: boolean
}

/**
 * Matches compound words such as "mykey", "authkey", "apikeys", but not "author" or "keyword". Signatures are included,
 * because they grant access to some addresses.
 */
const secretWord =
  /^(?:\w*(?:key|token|secret|passw\w*)|auth|authorization|authentication|credential|cookie|sig|signature|hmac)s?$/

function isSecret(last: string, before: string | undefined): boolean {
  if (last === 'key') return keyWords.has(before ?? '')
  if (last === 'pass') return before === undefined || passWords.has(before)
  if (last === 'token') return !tokenWords.has(before ?? '')
  return lastWords.has(last)
}

function meaningOf(name: string): NameMeaning {
  const all = splitName(name)
  const isOfList = all.at(-1) === 'token' && tokenWords.has(all.at(-2) ?? '')
  const may = !isOfList && !describingWords.has(all.at(-1) ?? '') && all.some((word) => secretWord.test(word))
  const words = [...all]
  while (words.length > 1 && trailing.test(words.at(-1) ?? '')) words.pop()
  return { is: isSecret(words.at(-1) ?? '', words.at(-2)), may }
}

/** Cache of meanings, because the same few keys occur in every node. Cleared when full. */
const meaningCache = new Map<string, NameMeaning>()
const maxCached = 5000

function cachedMeaning(name: string): NameMeaning {
  const before = meaningCache.get(name)
  if (before) return before
  const meaning = meaningOf(name)
  if (meaningCache.size >= maxCached) meaningCache.clear()
  meaningCache.set(name, meaning)
  return meaning
}

/** Whether the value of a field with this name is a secret: "X-Api-Key", "botToken", "DB_PASSWORD". */
export const isSecretName = (name: string): boolean => cachedMeaning(name).is

/** Whether a name contains a word for secrets, so that its value is a secret if it looks random. */
export const mayNameSecret = (name: string): boolean => cachedMeaning(name).may
