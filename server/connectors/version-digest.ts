import { createHash } from 'node:crypto'
import type { Json } from '#lib/json/json.ts'

/** Version of an object of a product without usable versions: a digest, as a number of the contract (1 to 2^31 − 1). */
export const versionDigest = (facts: Json): number =>
  Math.max(1, createHash('sha256').update(JSON.stringify(facts)).digest().readUInt32BE() >>> 1)
