/**
 * Entity tags: the version for `If-Match`, and a digest of data that changes without one (totals, names of other
 * objects).
 */
import { createHash } from 'node:crypto'

/** Characters of the digest: a collision would only keep an outdated total until the next change. */
const markLength = 12

/** `"7.h3Jk…"`. `facts`: everything in the response that may change within a version. */
export function etagOf(version: number, facts: unknown): string {
  const mark = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, markLength)
  return `"${version}.${mark}"`
}
