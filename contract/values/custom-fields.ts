/** Fields that an account invents, of a conversation or of a contact. */
import { z } from 'zod'
import { normalName } from '#lib/text/text.ts'

/** Longest key, in code points after trimming. */
const maxKey = 100
/** Longest text of one field: what a person reads beside a conversation. */
const maxValue = 2000
/** Fields of one object: more is a database of its own. */
export const maxCustomFields = 100

const Key = z.string().overwrite(normalName).min(1, 'This field may not be blank.').max(maxKey)
const Value = z.union(
  [z.string().max(maxValue, `Use at most ${maxValue} characters.`), z.number(), z.boolean(), z.null()],
  {
    error: `Use a text of at most ${maxValue} characters, a number, true, false, or null to remove the field.`,
  },
)

/** A change of custom fields: keys that are not named stay, null takes one away. */
export const CustomFields = z
  .record(Key, Value)
  .refine((fields) => Object.keys(fields).length <= maxCustomFields, `Use at most ${maxCustomFields} fields.`)
export type CustomFields = z.infer<typeof CustomFields>
