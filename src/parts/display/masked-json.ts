/** JSON of another service, to read: what looks like a secret is masked. Pure. */
import { maskedValue } from '#flow-data/model/masked-value.ts'
import { holdsToken } from '#flow/secrets/token-shapes.ts'

const dots = '••••••••'

/** The value as indented JSON. Secrets are masked by their name, and by their shape wherever they stand. */
export const maskedJson = (value: unknown): string =>
  JSON.stringify(
    value,
    (name, inner: unknown) =>
      maskedValue(name, inner) ?? (typeof inner === 'string' && holdsToken(inner) ? dots : inner),
    2,
  ) ?? ''
