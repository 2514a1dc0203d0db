import { z } from 'zod'
import type { SecretMark } from '#contract/tool.ts'
import { isRecord, type Json } from '#lib/json/json.ts'

const Mark = z.object({ set: z.boolean(), last4: z.string().optional() })
/** Typed text, or a secret that the service stores. */
export const SecretText = z.union([z.string(), Mark])
export type SecretText = z.infer<typeof SecretText>

/** Parses the mark of a stored secret: `{"set": true, "last4": "7c1e"}`. Null for any other value. */
export function readSecretMark(value: Json | undefined): SecretMark | null {
  if (!isRecord(value) || typeof value['set'] !== 'boolean') return null
  if (!Object.keys(value).every((key) => key === 'set' || key === 'last4')) return null
  const last4 = value['last4']
  return typeof last4 === 'string' ? { set: value['set'], last4 } : { set: value['set'] }
}

/** Text for a stored secret: "set •••• 7c1e"; "not set" after a restore without secrets. */
export const secretMarkWords = ({ set, last4 }: SecretMark): string =>
  set ? `set ••••${last4 ? ` ${last4}` : ''}` : 'not set'
