/** Entity tags: the version that `If-Match` compares, and a mark for what changes without one (sums, names of others). */
import { createHash } from 'node:crypto'

/** Characters of the mark: a collision would only keep an old sum on a page until the next change. */
const markLength = 12

/** `"7.h3Jk…"`. `facts` is all of the answer that may change while its version stays. */
export function etagOf(version: number, facts: unknown): string {
  const mark = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, markLength)
  return `"${version}.${mark}"`
}
