/**
 * Whether a node's config refers to a secret ("{{ secrets.key }}") or contains one that the service stores ({"set":
 * true}). Pure.
 */
import { secretKeysIn } from '#flow/secret-references.ts'

export function hasSecretBadge(value: unknown): boolean {
  if (typeof value === 'string') return secretKeysIn(value).length > 0
  if (Array.isArray(value)) return value.some(hasSecretBadge)
  if (typeof value !== 'object' || value === null) return false
  if ('set' in value && value.set === true) return true
  return Object.values(value).some(hasSecretBadge)
}
