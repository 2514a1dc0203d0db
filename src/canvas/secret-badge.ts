/** Whether a node's config refers to a secret ("{{ secrets.key }}") or carries one that the service keeps ({"set": true}). Pure. */
const reference = /\{\{-?\s*secrets\./

export function holdsSecret(value: unknown): boolean {
  if (typeof value === 'string') return reference.test(value)
  if (Array.isArray(value)) return value.some(holdsSecret)
  if (typeof value !== 'object' || value === null) return false
  if ('set' in value && value.set === true) return true
  return Object.values(value).some(holdsSecret)
}
