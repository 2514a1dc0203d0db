/** `ETag` of static content. */
import { createHash } from 'node:crypto'

/** Length of the digest: slightly more than 128 bits in base 64. */
const digestLength = 22

/** Equal for equal content, in every process. */
export const contentTag = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, digestLength)}"`
