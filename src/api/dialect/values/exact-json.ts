/** Whole numbers that are longer than what JSON numbers keep: ids of some services have 18 digits and more. Pure. */
import type { Json } from '#lib/json/json.ts'

/** Sixteen digits and more where a number may stand. */
const longNumber = /[[:,]\s*-?\d{16,}\s*[\],}]/
/** A text, or a number: what looks like a number within a text is none. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** A number as a text of all its digits, where it would lose some. */
const withDigits = (token: string): string =>
  /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token

/** The same answer with such numbers as texts of all their digits. `json` = `raw`, parsed. */
export const exactJson = (raw: string, json: Json): Json =>
  longNumber.test(raw) ? JSON.parse(raw.replace(tokens, withDigits)) : json
