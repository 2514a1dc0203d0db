/** Data of a run for display: without secrets, and not longer than anybody reads. Pure. */
import { isSecretName } from '#flow/secrets/secret-shapes.ts'
import { replaceShapes } from '#flow/secrets/token-shapes.ts'
import type { Json } from '#lib/json/json.ts'
import { cutText } from '#lib/text/text.ts'

const mask = '***'
/** Longest text of a value; the product's own page has the rest. */
const maxText = 10_000
/** Entries of a list or an object. */
const maxEntries = 200
const maxDepth = 20

/** A copy of a value with secrets masked, and with long texts and lists cut. */
export function plainOutput(value: Json, depth = 0): Json {
  if (typeof value === 'string') return replaceShapes(cutText(value, maxText), () => mask)
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) return '…'
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((one) => plainOutput(one, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxEntries)
      .map(([name, one]) => [
        name,
        isSecretName(name) && typeof one === 'string' && one !== '' ? mask : plainOutput(one, depth + 1),
      ]),
  )
}
