/** What is never shown in the clear. Pure. */
import { isSecretName } from '#flow/secrets/secret-shapes.ts'

const dots = '••••••••'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands in the place of a secret: of one that the service keeps (`{"set": true, "last4": "7c1e"}`) its last letters too. Null where the value may be shown. */
export function maskedValue(name: string, value: unknown): string | null {
  if (isObject(value) && value['set'] === true)
    return `${dots}${typeof value['last4'] === 'string' ? ` ${value['last4']}` : ''}`
  return typeof value === 'string' && value !== '' && isSecretName(name) && !value.includes('{{') ? dots : null
}
