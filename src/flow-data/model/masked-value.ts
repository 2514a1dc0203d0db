/** Masking of secrets: of single values, and in JSON for display. Pure. */
import { isSecretName } from '#flow/secrets/secret-shapes.ts'
import { containsToken } from '#flow/secrets/token-shapes.ts'

const dots = '••••••••'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The mask of a secret; with its last characters if the service stores it (`{"set": true, "last4": "7c1e"}`). Null if
 * the value may be shown.
 */
export function maskedValue(name: string, value: unknown): string | null {
  if (isObject(value) && value['set'] === true)
    return `${dots}${typeof value['last4'] === 'string' ? ` ${value['last4']}` : ''}`
  return typeof value === 'string' && value !== '' && isSecretName(name) && !value.includes('{{') ? dots : null
}

/** The value as indented JSON. Secrets are masked by their name, and by their form in any field. */
export const maskedJson = (value: unknown): string =>
  JSON.stringify(
    value,
    (name, inner: unknown) =>
      maskedValue(name, inner) ?? (typeof inner === 'string' && containsToken(inner) ? dots : inner),
    2,
  ) ?? ''
