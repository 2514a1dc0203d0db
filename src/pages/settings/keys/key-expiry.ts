/** Expiry of API keys. Pure. */
import type { Key } from '#contract/key.ts'

const dayMs = 86_400_000

export const expiries = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const
export type Expiry = (typeof expiries)[number]['value']

/** Expiry of a key that is created now; null = never. */
export const expiryAt = (expiry: Expiry, now: number): string | null =>
  expiry === 'never' ? null : new Date(now + Number(expiry) * dayMs).toISOString()

/** A key is marked from a week before its expiry. */
const soonMs = 7 * dayMs

export function expiryState(
  { expires_at: at }: Pick<Key, 'expires_at'>,
  now: number,
): 'never' | 'over' | 'soon' | 'later' {
  if (at === null) return 'never'
  const left = Date.parse(at) - now
  return left <= 0 ? 'over' : left < soonMs ? 'soon' : 'later'
}
