/** What the answer to a write that went well says, where it is no object: services answer with 204, "OK" or an id. Pure. */
import type { JsonRecord, Json } from '#lib/json/json.ts'

/** A word with a digit in it: "flw_12" is an id, "created" is none. */
const idWord = /^(?=\D*\d)[\w.:-]{1,100}$/

/** A body that is a number or a word is the id of what was made; any other says nothing. */
export function writeAnswerObject(body: Json | undefined): JsonRecord {
  const text = typeof body === 'number' || typeof body === 'string' ? `${body}` : ''
  return idWord.test(text) ? { id: text } : {}
}

/**
 * The id at the end of a `Location`; '' where it leads to no object.
 * @param path of the endpoint: "/flow/import/" as the place of what was made is no place of its own
 */
export function idInLocation(location: string | null, path: string): string {
  const last =
    (location ?? '')
      .replace(/[?#].*$/, '')
      .split('/')
      .findLast((part) => part !== '') ?? ''
  if (path.split('/').includes(last)) return ''
  try {
    return decodeURIComponent(last)
  } catch {
    return ''
  }
}
