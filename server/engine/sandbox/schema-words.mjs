/** Messages for violated JSON Schema keywords. Plain JavaScript, like schema-validator.mjs. */

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
export const truncate = (text) => (text.length > maxNamed ? `${text.slice(0, maxNamed)}…` : text)
/** @param {any} value */
const shownValue = (value) => truncate(typeof value === 'string' ? value : JSON.stringify(value))

/** @param {number} count @param {string} noun */
const countText = (count, noun) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun}`

/** @param {string} keyword */
const unitOf = (keyword) =>
  keyword.endsWith('Length') ? 'characters' : keyword.endsWith('Items') ? 'entries' : 'fields'

/** @param {any} value @param {string} keyword */
const atLeast = (value, keyword) =>
  value === 1 ? 'This may not be empty.' : `Use at least ${countText(value, unitOf(keyword))}.`
/** @param {any} value @param {string} keyword */
const atMost = (value, keyword) => `Use at most ${countText(value, unitOf(keyword))}.`

/**
 * Messages by keyword; `value` is its value in the schema.
 * @type {Map<string, (said: any, keyword: string) => string>}
 */
const sentences = new Map(
  Object.entries({
    type: (value) =>
      `Use ${[value]
        .flat()
        .map((type) => kinds[type] ?? 'another value')
        .join(' or ')}.`,
    enum: (value) => `Use ${value.length === 1 ? '' : 'one of: '}${truncate(value.map(shownValue).join(', '))}.`,
    const: (value) => `Use ${shownValue(value)}.`,
    minimum: (value) => `Use at least ${value}.`,
    maximum: (value) => `Use at most ${value}.`,
    exclusiveMinimum: (value) => `Use more than ${value}.`,
    exclusiveMaximum: (value) => `Use less than ${value}.`,
    multipleOf: (value) => `Use a multiple of ${value}.`,
    minLength: atLeast,
    minItems: atLeast,
    minProperties: atLeast,
    maxLength: atMost,
    maxItems: atMost,
    maxProperties: atMost,
    uniqueItems: () => 'Each entry must be unique.',
    pattern: (value) => `Use text that matches ${shownValue(value)}.`,
    format: (value) => formats[value] ?? `Use text in the format ${shownValue(value)}.`,
    anyOf: () => 'This matches none of the allowed forms.',
    oneOf: () => 'This must match exactly one of the allowed forms.',
    contains: () => 'Too few entries have the required form.',
    minContains: () => 'Too few entries have the required form.',
    maxContains: () => 'Too many entries have the restricted form.',
  }),
)

/** Message for a violated keyword. @param {string} keyword @param {any} value its value in the schema */
export const messageFor = (keyword, value) => sentences.get(keyword)?.(value, keyword) ?? 'This value is not allowed.'
