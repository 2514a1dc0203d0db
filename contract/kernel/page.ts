/** Paging query and envelope of lists, and value types that all resources share. Source: docs/api.md, "Paging". */
import { z } from 'zod'
import type { Json as AnyJson } from '#lib/json/json.ts'
import { normalName } from '#lib/text/text.ts'
import { isAllowedYear, maxName, maxTag, maxTags, maxText, maxVersion, yearMessage } from './limits.ts'

/** Default and maximum number of rows per page. */
export const defaultLimit = 25
export const maxLimit = 100
/** Larger offsets are rejected: they would exceed the databases' integer range. */
const maxOffset = 2 ** 31 - 1

const wholeNumber = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,16}$/, 'Use a whole number.')
        .transform(Number),
    ])
    .pipe(z.int().min(min).max(max))

/** `page` and `page_size` are an alternative to `offset` and `limit`. `cursor` is opaque and comes from `next`. */
export const pageQuery = z.object({
  limit: wholeNumber(1, maxLimit).optional(),
  offset: wholeNumber(0, maxOffset).optional(),
  page: wholeNumber(1, maxOffset).optional(),
  page_size: wholeNumber(1, maxLimit).optional(),
  cursor: z.string().max(2000).optional(),
  ordering: z.string().max(200).optional(),
  count: z.enum(['exact']).optional(),
})

export type PageQuery = z.output<typeof pageQuery>

/** `count` is exact unless `count_is` is "about". `next` and `previous` are absolute URLs. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    count: z.int().min(0),
    count_is: z.literal('about').optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(row),
  })

/**
 * A page as the store returns it, before URLs are added: `next` and `previous` are a query parameter ("cursor=…",
 * "offset=50").
 */
export interface Page<T> {
  count: number
  count_is?: 'about' | undefined
  next: string | null
  previous: string | null
  results: T[]
}

/** ISO 8601 in UTC with `Z`. */
export const Time = z.iso.datetime()
/** A time in a request: restricted to the years that dates and both databases support. */
export const InputTime = z.iso.datetime({ abort: true }).refine(isAllowedYear, yearMessage)
/** A decimal string with six decimals: "0.004210". Computed in integer micros (lib/money/money.ts). */
export const Money = z.string().regex(/^-?\d+\.\d{6}$/)
/** ISO 4217. */
export const Currency = z.string().regex(/^[A-Z]{3}$/)
export const Id = z.string().min(1).max(200)
/** The version that a change is based on. */
export const Version = z.int().min(1).max(maxVersion)
/** Reference to an object by id and name; the name is kept after the object is deleted. */
export const Ref = z.object({ id: z.string(), name: z.string() })
export type Ref = z.infer<typeof Ref>
/**
 * Any JSON value. A parsed body is always JSON; validating every value again took longer than the rest of the
 * validation.
 */
export const Json = z.custom<AnyJson>((value) => value !== undefined)
export const JsonObject = z.record(z.string(), Json)

const trimmed = z.string().overwrite(normalName)
/** Names, keys, tags and labels are stored trimmed and in NFC. */
export const Name = trimmed.min(1, 'This field may not be blank.').max(maxName, `Use at most ${maxName} characters.`)
const Tag = trimmed.min(1, 'This field may not be blank.').max(maxTag, `Use at most ${maxTag} characters.`)
export const Tags = z
  .array(Tag)
  .max(maxTags)
  .overwrite((tags) => [...new Set(tags)])
export const Text = z.string().max(maxText)
