/**
 * Entity tags: a digest for static content; for objects the version, which `If-Match` compares, and a digest of data
 * that changes without a new version (totals, names of other objects).
 */
import { createHash } from 'node:crypto'

/** Length of the digest of static content: slightly more than 128 bits in base 64. */
const digestLength = 22

/** `ETag` of static content: equal for equal content, in every process. */
export const contentTag = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, digestLength)}"`

/** Length of the digest of an object: a collision would only keep an outdated total until the next change. */
const markLength = 12

/** `ETag` of an object: `"7.h3Jk…"`. `facts`: everything in the response that may change within a version. */
export function etagOf(version: number, facts: unknown): string {
  const mark = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, markLength)
  return `"${version}.${mark}"`
}
