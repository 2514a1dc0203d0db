/** Comma-separated parameters, which mean OR (docs/api.md, "Paging"). */
import { invalid } from '#server/base/fault.ts'

/** Values of a parameter, trimmed, without empty ones; null if there are none. */
export function commaList(text: string | undefined): string[] | null {
  const values = (text ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return values.length > 0 ? values : null
}

/** Like `commaList`, for a fixed set of values; 400 for others. */
export function commaChoices(name: string, text: string | undefined, known: readonly string[]): string[] | null {
  const values = commaList(text)
  const wrong = values?.find((value) => !known.includes(value))
  if (wrong !== undefined) throw invalid(name, `"${wrong}" is not one of ${known.join(', ')}.`)
  return values
}
