/** Fills in the variables of canned replies, and finds those without a value. Pure. */
import type { CannedReply } from '#contract/canned-reply.ts'
import type { Conversation } from '#contract/conversation.ts'
import { isReplyVariable, replyPieces, variablesIn } from '#contract/values/reply-variables.ts'
import type { Json } from '#lib/json/json.ts'

/** Where values come from. */
export interface ReplyContext {
  conversation: Conversation
  /** Name of the user; null if unknown. */
  person: string | null
}

export interface FilledPiece {
  text: string
  kind: 'plain' | 'value' | 'missing'
}

/** A custom field as text; null without a value, and for lists and objects. */
function fieldText(value: Json | undefined): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

const filled = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text)

/** The value of a variable; null if it has none. */
function valueOf(variable: string, { conversation, person }: ReplyContext): string | null {
  const { contact } = conversation
  const known = new Map<string, string | null>([
    ['contact.name', contact.name],
    ['contact.email', contact.email],
    ['contact.phone', contact.phone],
    ['contact.company', contact.company],
    ['conversation.number', String(conversation.number)],
    ['conversation.subject', conversation.subject],
    ['person.name', person],
  ])
  if (known.has(variable)) return filled(known.get(variable) ?? null)
  const [root, ...rest] = variable.split('.')
  const key = rest.join('.')
  if (root === 'contact') return fieldText(contact.fields[key])
  return root === 'conversation' ? fieldText(conversation.custom_fields[key] ?? contact.fields[key]) : null
}

/** The text with values, in pieces. A missing value stays as its variable, to be replaced by hand. */
export const fillReply = (text: string, context: ReplyContext): FilledPiece[] =>
  replyPieces(text).map((piece) => {
    if (piece.variable === null) return { text: piece.text, kind: 'plain' }
    const value = valueOf(piece.variable, context)
    return value === null ? { text: piece.text, kind: 'missing' } : { text: value, kind: 'value' }
  })

export const filledText = (pieces: readonly FilledPiece[]): string => pieces.map(({ text }) => text).join('')

/** Name of a variable for people: "{{conversation.payment method}}" → "payment method". */
export const variableWords = (variable: string): string =>
  variable
    .replaceAll(/[{}]/g, '')
    .trim()
    .replace(/^(?:conversation|person)\./, '')
    .replace('.', ' ')
    .replaceAll('_', ' ')

/** Variables in a reply that were not replaced by a value; braces are never sent. */
export const missingValues = (text: string): string[] => variablesIn(text).filter(isReplyVariable)

/** Why a text with missing values cannot be sent; null if it has none. */
export function missingWords(text: string): string | null {
  const missing = missingValues(text)
  if (missing.length === 0) return null
  const names = missing.map((name) => `{{${name}}}`).join(', ')
  return missing.length === 1
    ? `1 value is missing. Write it in place of ${names}.`
    : `${missing.length} values are missing. Write them in place of ${names}.`
}

/** The text after the slash if a reply begins with a shortcut: "/ref" → "ref"; null otherwise. */
export const cannedQueryOf = (text: string): string | null => /^\/([^\s/]*)$/.exec(text)?.[1] ?? null

/** Replies whose shortcut or name matches, shortcuts that begin with the query first. */
export function matchingReplies(replies: readonly CannedReply[], query: string): CannedReply[] {
  const asked = query.toLocaleLowerCase()
  const begins = ({ shortcut }: CannedReply) => shortcut.startsWith(asked)
  const contains = ({ shortcut, name }: CannedReply) =>
    shortcut.includes(asked) || name.toLocaleLowerCase().includes(asked)
  const byShortcut = (a: CannedReply, b: CannedReply) => (a.shortcut < b.shortcut ? -1 : 1)
  if (asked === '') return [...replies]
  return [
    ...replies.filter(begins).toSorted(byShortcut),
    ...replies.filter((reply) => !begins(reply) && contains(reply)),
  ]
}
