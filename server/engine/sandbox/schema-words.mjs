/** Messages for violated JSON Schema keywords. Plain JavaScript, like schema-fit.mjs. */

/** Maximum characters of values quoted in a message. */
const maxNamed = 200

/** @type {Record<string, string>} */
const kinds = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}
/** @type {Record<string, string>} */
const formats = {
  email: 'Use an email address.',
  uri: 'Use a web address, like https://example.com.',
  'date-time': 'Use a time like 2026-01-31T12:00:00Z.',
  date: 'Use a date like 2026-01-31.',
  time: 'Use a time like 12:00:00Z.',
  uuid: 'Use a UUID.',
}
/** @param {string} text */
export const cut = (text) => (text.length > maxNamed ? `${text.slice(0, maxNamed)}…` : text)
/** @param {any} value */
const written = (value) => cut(typeof value === 'string' ? value : JSON.stringify(value))

/** @param {number} count @param {string} noun */
const counted = (count, noun) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun}`

/** @param {string} keyword */
const unitOf = (keyword) =>
  keyword.endsWith('Length') ? 'characters' : keyword.endsWith('Items') ? 'entries' : 'fields'

/** @param {any} said @param {string} keyword */
const atLeast = (said, keyword) =>
  said === 1 ? 'This may not be empty.' : `Use at least ${counted(said, unitOf(keyword))}.`
/** @param {any} said @param {string} keyword */
const atMost = (said, keyword) => `Use at most ${counted(said, unitOf(keyword))}.`

/**
 * Messages by keyword; `said` is its value in the schema.
 * @type {Map<string, (said: any, keyword: string) => string>}
 */
const sentences = new Map(
  Object.entries({
    type: (said) =>
      `Use ${[said]
        .flat()
        .map((type) => kinds[type] ?? 'another value')
        .join(' or ')}.`,
    enum: (said) => `Use ${said.length === 1 ? '' : 'one of: '}${cut(said.map(written).join(', '))}.`,
    const: (said) => `Use ${written(said)}.`,
    minimum: (said) => `Use at least ${said}.`,
    maximum: (said) => `Use at most ${said}.`,
    exclusiveMinimum: (said) => `Use more than ${said}.`,
    exclusiveMaximum: (said) => `Use less than ${said}.`,
    multipleOf: (said) => `Use a multiple of ${said}.`,
    minLength: atLeast,
    minItems: atLeast,
    minProperties: atLeast,
    maxLength: atMost,
    maxItems: atMost,
    maxProperties: atMost,
    uniqueItems: () => 'Each entry must be unique.',
    pattern: (said) => `Use text that matches ${written(said)}.`,
    format: (said) => formats[said] ?? `Use text in the format ${written(said)}.`,
    anyOf: () => 'This matches none of the allowed forms.',
    oneOf: () => 'This must match exactly one of the allowed forms.',
    contains: () => 'Too few entries have the required form.',
    minContains: () => 'Too few entries have the required form.',
    maxContains: () => 'Too many entries have the restricted form.',
  }),
)

/** Message for a violated keyword. @param {string} keyword @param {any} said its value in the schema */
export const wordsFor = (keyword, said) => sentences.get(keyword)?.(said, keyword) ?? 'This value is not allowed.'
