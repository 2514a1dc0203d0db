/** Reads error messages from response bodies. Pure. */

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The error in the body of a response with a 2xx status; null if there is none. */
export function failureInBody(json: unknown): string | null {
  if (!isObject(json)) return null
  const isFailure = json['success'] === false || json['ok'] === false || json['status'] === 'error'
  if (!isFailure) return null
  const inner = isObject(json['error']) ? json['error'] : {}
  const message = [json['detail'], json['message'], json['error'], inner['message']].find(
    (one) => typeof one === 'string',
  )
  return typeof message === 'string' ? message : 'no reason given'
}

/** The message in the body of an error response; '' if there is none. */
export function sentenceInBody(text: string): string {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'string') return json
    if (!isObject(json)) return ''
    const inner = isObject(json['error']) ? json['error'] : {}
    const places = [json['detail'], inner['message'], json['error'], json['message'], json['title']]
    const message = places.find((one) => typeof one === 'string')
    return typeof message === 'string' ? message : ''
  } catch {
    return ''
  }
}
