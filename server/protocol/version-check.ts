/**
 * Expected version of an object: `If-Match`, else `version` in the body. Compared in the write's transaction, or before
 * a read (run-endpoint.ts).
 */
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { Fault } from '#server/base/fault.ts'
import { headerOf, type Incoming } from './incoming.ts'

/** Null = any version. */
export type Expected = readonly number[] | null

/** Entity tag, and list of entity tags. Source: RFC 9110, 8.8.3 and 5.6.1. */
const tag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`
const tagList = new RegExp(String.raw`^[ \t,]*${tag}(?:[ \t]*,[ \t,]*${tag})*[ \t,]*$`)
const eachTag = new RegExp(tag, 'g')
/** A strong tag of this service: version and digest. Weak tags never match in `If-Match`. */
const ownTag = /^"(\d{1,10})(?:\.[\w-]+)?"$/

/**
 * Versions in `If-Match`; null if absent or "*", which matches any. 400 if malformed, or if the object has no version.
 */
export function ifMatch({ hasVersion }: AnyEndpoint, incoming: Incoming): Expected {
  const header = headerOf(incoming, 'if-match')
  if (header === null) return null
  if (!hasVersion)
    throw new Fault('invalid', 'If-Match: this object has no version. Send the request without this header.')
  if (header.trim() === '*') return null
  if (!tagList.test(header))
    throw new Fault(
      'invalid',
      'If-Match: the value is malformed. Send the ETag of the object as it was returned, with its quotes, or "*".',
    )
  return [...header.matchAll(eachTag)].flatMap(([text]) => {
    const version = ownTag.exec(text)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

const WithVersion = z.looseObject({ version: z.int() })

/** `version` of a validated body. */
export function versionIn({ hasVersion }: AnyEndpoint, body: unknown): Expected {
  const found = hasVersion ? WithVersion.safeParse(body).data : undefined
  return found ? [found.version] : null
}

/** Thrown if the object's version is not among the expected ones. */
export class VersionMismatch extends Error {}

/** `current`: the object's version; null if it does not exist, which the caller reports. */
export function requireVersion(expected: Expected, current: number | null): void {
  if (expected !== null && current !== null && !expected.includes(current)) throw new VersionMismatch()
}
