/**
 * Text in a form that a trigram index (db/trigram-indexes.ts) finds precisely. In long texts pg_trgm alone finds too
 * much, because it ignores punctuation ("orders-3.shop" is three words) and, in a database with the locale C, all letters
 * but those of ASCII. Here every such character is written in letters: the marks within names as one letter, so that a
 * trigram contains both neighbours, all others as "q" and a code, and so are the letters that stand for marks.
 */

/** Letters that are rare in names, for the marks that are frequent in them. */
const letterOfMark = new Map([
  ['_', 'x'],
  ['-', 'z'],
  ['.', 'j'],
])
/** Characters with a code of one digit, which is their place here. */
const coded = [...letterOfMark.values(), 'q', ...'!"#$%&\'()*+,/:;<=>?@[\\]^`{|}~'.split('')]
const codes = new Map([
  ...coded.map((one, index): [string, string] => [one, `q${index.toString(36)}`]),
  ...letterOfMark,
])

const digits = 3
/** Number of different codes of other characters: two characters with the same code are rare in one text. */
const maxCode = 36 ** digits

const codeOf = (character: string): string =>
  codes.get(character) ?? `q${((character.codePointAt(0) ?? 0) % maxCode).toString(36).padStart(digits, '0')}`

/**
 * The trigram form of a folded text (flow/find/find-query.ts): lower-case ASCII letters, digits, spaces and line breaks.
 * The form of a part of a text is part of its form; the reverse may fail in rare cases, so matches have to be checked.
 */
export const trigramText = (folded: string): string => folded.replaceAll(/[^a-ik-pr-wy0-9 \n]/gu, codeOf)

/** Whether the index can find a text in trigram form. */
export const hasTrigram = (text: string): boolean => /[a-z0-9]{3}/.test(text)
