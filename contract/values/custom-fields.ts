/** Custom fields of an account's conversations and contacts. */
import { z } from 'zod'
import { normalName } from '#lib/text/text.ts'

/** Longest key, in code points after trimming. */
const maxKey = 100
/** Maximum length of one value, which is shown beside a conversation. */
const maxValue = 2000
/** Maximum number of custom fields of one object. */
export const maxCustomFields = 100

const Key = z.string().overwrite(normalName).min(1, 'This field may not be blank.').max(maxKey)
const Value = z.union(
  [z.string().max(maxValue, `Use at most ${maxValue} characters.`), z.number(), z.boolean(), z.null()],
  {
    error: `Use text of at most ${maxValue} characters, a number, true, false, or null to remove the field.`,
  },
)

/** A change of custom fields: missing keys are kept, null deletes a key. */
export const CustomFields = z
  .record(Key, Value)
  .refine((fields) => Object.keys(fields).length <= maxCustomFields, `Use at most ${maxCustomFields} fields.`)
export type CustomFields = z.infer<typeof CustomFields>
