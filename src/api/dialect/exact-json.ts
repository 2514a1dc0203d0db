/** Whole numbers that are longer than what JSON numbers keep: ids of some services have 18 digits and more. Pure. */
import type { Json } from '#lib/json.ts'

/** Sixteen digits and more where a number may stand. */
const longNumber = /[[:,]\s*-?\d{16,}\s*[\],}]/

/** The text of a number as it was sent; browsers that do not tell it leave the number, which then counts as not given. */
function withDigits(_key: string, value: Json, context?: { source?: string }): Json {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return /^-?\d+$/.test(source) ? source : value
}

/** The same answer with such numbers as texts of all their digits. `json` = `raw`, parsed. */
export const exactJson = (raw: string, json: Json): Json => (longNumber.test(raw) ? JSON.parse(raw, withDigits) : json)
