/** JSON of a service for display: values that look like a secret are masked. Pure. */
import { maskedValue } from '#flow-data/model/masked-value.ts'
import { holdsToken } from '#flow/secrets/token-shapes.ts'

const dots = '••••••••'

/** The value as indented JSON. Secrets are masked by their name, and by their form in any field. */
export const maskedJson = (value: unknown): string =>
  JSON.stringify(
    value,
    (name, inner: unknown) =>
      maskedValue(name, inner) ?? (typeof inner === 'string' && holdsToken(inner) ? dots : inner),
    2,
  ) ?? ''
