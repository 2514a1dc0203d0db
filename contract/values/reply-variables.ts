/** Variables in canned replies: `{{contact.name}}`. Pure, and without zod, because the inbox imports it. */

/** Variables that are always offered. Any other name of a contact or a conversation is that of a custom field. */
export const replyVariables = [
  'contact.name',
  'contact.email',
  'contact.phone',
  'contact.company',
  'conversation.number',
  'conversation.subject',
  'person.name',
] as const

const pattern = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g

/** Whether a name can have a value. */
export const isReplyVariable = (name: string): boolean =>
  replyVariables.some((known) => known === name) || /^(?:contact|conversation)\.\S/.test(name)

/** A text in pieces: plain text, and variables by name. */
export function replyPieces(text: string): ({ text: string; variable: null } | { text: string; variable: string })[] {
  const pieces: ReturnType<typeof replyPieces> = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), variable: null })
    pieces.push({ text: match[0], variable: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), variable: null })
  return pieces
}

/** Names of the variables in a text, each once. */
export const variablesIn = (text: string): string[] => [
  ...new Set(replyPieces(text).flatMap(({ variable }) => (variable === null ? [] : [variable]))),
]

export const unknownVariables = (text: string): string[] => variablesIn(text).filter((name) => !isReplyVariable(name))
