/** Ids of conversations in products whose sessions are unique only within a flow. Pure. */

export const conversationId = (flow: string, session: string): string => `${flow}.${session}`

/** The parts of an id; null if it is none. Ids of flows contain no dot. */
export function conversationParts(id: string): { flow: string; session: string } | null {
  const dot = id.indexOf('.')
  return dot <= 0 || dot === id.length - 1 ? null : { flow: id.slice(0, dot), session: id.slice(dot + 1) }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Whether a text is a UUID: products that use them refuse any other id as a malformed request. */
export const isUuid = (text: string): boolean => uuid.test(text)
