/** Detects random text, such as generated tokens. */

/** Minimum and maximum length of random text, and its minimum entropy in bits per character. */
const minLength = 16
const maxLength = 4000
const minEntropy = 3.3
/**
 * Minimum number of changes between letters and digits: names contain at most one number ("oauth2Token"), dates and
 * versions have dashes, tokens change often.
 */
const minChanges = 3

/** UUIDs, which are random but identifiers and not secrets. */
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi

const kinds = { letter: 1, digit: 2, sign: 3 }
/** Kind of each token character, by its code. */
const kindOf = new Uint8Array(128)
for (const sign of '_.+/=~:%-') kindOf[sign.charCodeAt(0)] = kinds.sign
for (const digit of '0123456789') kindOf[digit.charCodeAt(0)] = kinds.digit
for (let code = 65; code <= 90; code += 1) kindOf[code] = kindOf[code + 32] = kinds.letter

/**
 * Whether a text is an identifier in camelCase or snake_case, which has long words; random text changes case often.
 */
export function isIdentifier(text: string): boolean {
  if (!/^[A-Za-z_$][\w$]*$/.test(text)) return false
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  return words.length >= 2 && letters / words.length >= 3 && letters >= text.length * 0.6
}

const counts = new Uint16Array(128)

/** Shannon entropy in bits per character, from the current character counts. */
function bitsOf(length: number): number {
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length)
  return bits
}

/**
 * Whether a text is a long word of mixed letters and digits with few repetitions; not names, UUIDs, dates or versions.
 */
export function looksRandom(original: string): boolean {
  if (original.length < minLength || original.length > maxLength) return false
  const text = original.includes('-') ? original.replace(uuid, '') : original
  if (text.length < minLength) return false
  counts.fill(0)
  let changes = 0
  let previousKind = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = code < kindOf.length ? (kindOf[code] ?? 0) : 0
    if (kind === 0) return false
    if (
      (kind === kinds.digit && previousKind === kinds.letter) ||
      (kind === kinds.letter && previousKind === kinds.digit)
    )
      changes += 1
    previousKind = kind
    counts[code] = (counts[code] ?? 0) + 1
  }
  return changes >= minChanges && bitsOf(text.length) >= minEntropy && !isIdentifier(text)
}
