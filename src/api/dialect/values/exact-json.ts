/** Integers longer than a JSON number can hold: ids of some services have 18 digits and more. Pure. */
import type { Json } from '#lib/json/json.ts'

/** Sixteen digits or more in the position of a number. */
const longNumber = /[[:,]\s*-?\d{16,}\s*[\],}]/
/** A string, or a number outside of strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** A number that would lose digits, as a text. */
const withDigits = (token: string): string =>
  /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token

/** The JSON with integers that would lose digits as texts. `json` = `raw`, parsed. */
export const exactJson = (raw: string, json: Json): Json =>
  longNumber.test(raw) ? JSON.parse(raw.replace(tokens, withDigits)) : json
