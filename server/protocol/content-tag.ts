/** The `ETag` of what is sent as it is. */
import { createHash } from 'node:crypto'

/** Characters of the digest: 128 bits and some, in base 64. */
const digestLength = 22

/** The same for the same content, in every process. */
export const contentTag = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, digestLength)}"`
