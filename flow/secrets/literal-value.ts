/**
 * Decides whether a code literal that is assigned to a secret's name is a secret. Stricter than for a field, because
 * code contains more kinds of text.
 */
import { isPlainValue, withoutReferences } from './plain-value.ts'
import { isIdentifier, looksRandom } from './random-text.ts'

const passwordName = /passw|pwd|passphrase|passcode|pass$|secret$/i
const scheme = /^\s*(?:bearer|basic|token|apikey|digest|key)\s+/i

/** Literals that are not secrets: media types, header names, colours, regular expressions, punctuation. */
const ofCode =
  /^[A-Za-z.+-]+\/[A-Za-z.+*-]+$|^(?:[A-Z][a-z]+-)+[A-Z][a-z]+$|^#[\da-f]{3,8}$|\\[wdsWDSb]|\[\^|\(\?|^\W*$|[{}\n]/i
const isPath = (text: string): boolean => /^\/[\w/:.-]*$/.test(text) && !text.split('/').some(looksRandom)

/** Whether a text is an identifier of letters: "refreshToken". A single word of letters may be a secret. */
const isName = (text: string): boolean =>
  /^[A-Za-z_$.:-]+$/.test(text) && (isIdentifier(text) || /[A-Za-z][-_.:]/.test(text))

/** Whether a text is a sentence: "Password should be at least 12 characters"; without digits, also in other scripts. */
function isSentence(text: string): boolean {
  if (!/\d/.test(text) && /[^\p{ASCII}]/u.test(text)) return true
  const words = text.split(/\s+/)
  return words.length >= 4 && (/^\p{Lu}\p{Ll}/u.test(text) || words.length >= 6)
}

function isSecret(value: string, name: string): boolean {
  // In tests, "pass" is also the text of a result: `pass: "Element has a title"`.
  if (/^pass$/i.test(name)) return value.length >= 3 && /^[!-~]+$/.test(value)
  if (passwordName.test(name)) return value.length >= 3 && !isSentence(value)
  if (/cookie/i.test(name)) return /=[^;\s]{6,}/.test(value) && /\d/.test(value)
  return value.length >= 6 && !/[\s()]/.test(value) && !isName(value)
}

/**
 * Index of the secret in a literal, or -1 if there is none. `name`: the name it is assigned to; `isSure`: the name
 * always means a secret.
 */
export function secretStart(literal: string, name: string, isSure: boolean): number {
  const start = scheme.exec(literal)?.[0].length ?? 0
  const value = literal.slice(start)
  if (withoutReferences(value) !== value || value === name) return -1
  if (isPlainValue(value) || ofCode.test(value) || isPath(value)) return -1
  return (isSure ? isSecret(value, name) : looksRandom(value)) ? start : -1
}
