/**
 * For which version of an object a request is meant: `If-Match`, else `version` in the body. Both are compared in the
 * transaction that writes (call.ts).
 */
import { z } from 'zod'
import type { AnyEndpoint } from '#contract/kernel/kernel.ts'
import { Fault } from '#server/base/fault.ts'
import { headerOf, type Incoming } from './incoming.ts'

/** Null = whichever it has. */
export type Expected = readonly number[] | null

/** An entity tag, and a list of them. Source: RFC 9110, 8.8.3 and 5.6.1. */
const tag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`
const tagList = new RegExp(String.raw`^[ \t,]*${tag}(?:[ \t]*,[ \t,]*${tag})*[ \t,]*$`)
const eachTag = new RegExp(tag, 'g')
/** A strong tag of ours: the version and the mark of the answer. A weak one is equal to nothing where `If-Match` compares. */
const ownTag = /^"(\d{1,10})(?:\.[\w-]+)?"$/

/**
 * The versions in `If-Match`; null where there is none or it is "*", which any version meets. 400 for a malformed one, and for
 * one about an object that has no version.
 */
export function ifMatch({ hasVersion }: AnyEndpoint, incoming: Incoming): Expected {
  const header = headerOf(incoming, 'if-match')
  if (header === null) return null
  if (!hasVersion)
    throw new Fault('invalid', 'If-Match: this object has no version. Send the request without this header.')
  if (header.trim() === '*') return null
  if (!tagList.test(header))
    throw new Fault('invalid', 'If-Match: send the ETag of the object as it was returned, with its quotes, or "*".')
  return [...header.matchAll(eachTag)].flatMap(([text]) => {
    const version = ownTag.exec(text)?.[1]
    return version === undefined ? [] : [Number(version)]
  })
}

const WithVersion = z.looseObject({ version: z.int() })

/** `version` of a checked body. */
export function versionIn({ hasVersion }: AnyEndpoint, body: unknown): Expected {
  const found = hasVersion ? WithVersion.safeParse(body).data : undefined
  return found ? [found.version] : null
}

/** Thrown where the object has another version than those that are expected. */
export class OtherVersion extends Error {}

/** `current` is the object's version, null where there is none: that is told by whoever looks for it. */
export function requireVersion(expected: Expected, current: number | null): void {
  if (expected !== null && current !== null && !expected.includes(current)) throw new OtherVersion()
}
