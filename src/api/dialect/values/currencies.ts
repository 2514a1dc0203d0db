/** Currencies in names of fields and as signs. Pure. */
import { fold, wordsIn } from './fold.ts'

/** Codes that are not English words: `total_all` is not an amount in lek, `cost_try` not one in lira. */
const codes = new Set(
  'AED AUD BGN BRL CAD CHF CLP CNY CZK DKK EGP EUR GBP HKD HUF IDR ILS INR JPY KRW KWD MXN MYR NOK NZD PHP PLN RON RUB SAR SEK SGD THB TWD UAH USD VND ZAR'.split(
    ' ',
  ),
)
/** Signs of a single currency; "$" and "¥" belong to several. */
const signs: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', '₹': 'INR', '₩': 'KRW', '₴': 'UAH' }

/** The code of a word; null if it is not one for certain. */
export const codeOfWord = (word: string): string | null => (codes.has(word.toUpperCase()) ? word.toUpperCase() : null)

/** The currency of a sign; null if several have it. */
export const codeOfSign = (sign: string): string | null => signs[sign] ?? null

/** `cost_usd`, `costInUSD`, `usd_cents` → the rest of the name, folded, and the code; null if it contains none. */
export function withoutCode(name: string): { rest: string; code: string } | null {
  const words = wordsIn(name)
  const at = words.findIndex((word) => codeOfWord(word) !== null)
  const code = codeOfWord(words[at] ?? '')
  if (code === null || words.length === 1) return null
  const before = words.slice(0, at)
  const rest = [...(before.at(-1) === 'in' ? before.slice(0, -1) : before), ...words.slice(at + 1)]
  return { rest: fold(rest.join('')), code }
}
