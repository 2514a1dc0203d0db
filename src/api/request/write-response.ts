/** The result of a successful write whose response contains no object, but nothing (204), "OK" or an id. Pure. */
import type { JsonRecord, Json } from '#lib/json/json.ts'

/** A word with a digit in it: "flw_12" is an id, "created" is not. */
const idWord = /^(?=\D*\d)[\w.:-]{1,100}$/

/** A body that is a number or such a word is the id of the created object; any other is empty. */
export function writtenObjectOf(body: Json | undefined): JsonRecord {
  const text = typeof body === 'number' || typeof body === 'string' ? `${body}` : ''
  return idWord.test(text) ? { id: text } : {}
}

/**
 * The id at the end of a `Location`; '' if that is not the URL of an object.
 * @param path of the endpoint: a Location equal to "/flow/import/" names no object
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
